// The panel's shared sheets. They're imported before any view, whose own sheets then come after them.
import './tokens.css';
import './text.css';
import './buttons.css';
import './marks.css';
import './cards.css';
import './page.css';
import '../form/inputs.css';
import '../form/filters.css';
