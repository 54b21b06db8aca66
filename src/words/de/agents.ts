export const agents = {
  chatApp: 'Eine Chat-App',
  chatStep1: 'Suchen Sie dort, wo man Konnektoren oder MCP-Server hinzufügt, und fügen Sie die Adresse ein.',
  chatStep2:
    'Es öffnet sich eine Seite hier. Melden Sie sich an und wählen Sie, in welchem Arbeitsbereich der Agent was darf.',
  chatStep3: 'Mit „Vorschlagen“ kann er ansehen und Vorschläge machen. Sie warten unter „Prüfung“.',
  program: 'Ein Programm mit einem Schlüssel',
  programStep1: 'Erstellen Sie unten einen Schlüssel. Er wird nur einmal angezeigt.',
  programStep2:
    'Geben Sie dem Programm die Adresse und den Schlüssel. Die meisten Programme nehmen eine Konfiguration wie diese:',
  configuration: 'Konfiguration',
  connectOne: 'Agenten verbinden',
  addressIntro:
    'Unter dieser Adresse nutzen Agenten die Werkzeuge von Marque, mit dem Zugriff, den Sie ihnen geben.',
  copyAddress: 'Adresse kopieren',
  title: 'Agenten',
  trackRecord: 'Bilanz',
  trackRecordIntro: 'Was in den letzten 90 Tagen aus den Vorschlägen jedes Agenten wurde.',
  agent: 'Agent',
  edited: 'Bearbeitet angenommen',
  connectedAgents: 'Verbundene Agenten',
  readHint: 'Suchen, ansehen und herunterladen. Ändern kann er nichts.',
  proposeHint: 'Auch hinzufügen und vorschlagen. Eine Person prüft alles.',
  writeHint: 'Auch bearbeiten, freigeben, löschen und veröffentlichen, wo Sie es dürfen.',
  access: 'Zugriff',
  allow: 'Erlauben',
  dontAllow: 'Nicht erlauben',
  wantsToConnect: '{{agent}} möchte sich verbinden',
  noWorkspace: 'Sie haben keinen Arbeitsbereich, mit dem sich ein Agent verbinden könnte.',
  titleIn: 'Agenten in {{workspace}}',
  noneConnected:
    'Keine Agenten verbunden. Fügen Sie die Adresse in eine Chat-App ein, um einen zu verbinden.',
  noneOfYours:
    'Keiner Ihrer Agenten ist verbunden. Fügen Sie die Adresse in eine Chat-App ein, um einen zu verbinden.',
  noKeys: 'Noch keine Schlüssel. Programme und Skripte verbinden sich mit einem Schlüssel.',
  noKeysOfYours: 'Sie haben noch keine Schlüssel. Programme und Skripte verbinden sich mit einem Schlüssel.',
  itsPage: 'Die Seite des Agenten ist {{host}}. Sie kommen danach zurück zu {{returnsTo}}.',
  anyName:
    'Diesen Namen kann jeder Agent verwenden. Erlauben Sie es nur, wenn Sie ihn gerade selbst verbunden haben. Sie kommen danach zurück zu {{returnsTo}}.',
  returnsToComputer: 'einem Programm auf diesem Computer ({{place}})',
  returnsToApp: 'einer App auf diesem Gerät ({{place}})',
};
