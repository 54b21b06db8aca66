// The style sheet of portals, beside that of every page for people outside: the frame around pages, and the
// looks of brand templates.

const frame = `
.portal{display:grid;grid-template-columns:17.5rem minmax(0,1fr);min-height:100vh}
.side{border-right:1px solid var(--line);background:var(--raised);padding:1.75rem 1.25rem 2rem;position:sticky;top:0;height:100vh;overflow-y:auto;display:flex;flex-direction:column;gap:1.35rem}
.previewing{position:sticky;top:0;z-index:8;display:flex;flex-wrap:wrap;justify-content:center;gap:.25rem 1.25rem;padding:.6rem 1.25rem;background:var(--ink);color:var(--surface);font-size:.9rem}.previewing a{color:inherit;font-weight:600}.previewing:focus-within{outline:none}.previewing+.portal .side{top:2.6rem;height:calc(100vh - 2.6rem)}
.home{display:flex;align-items:center;gap:.7rem;color:var(--ink);text-decoration:none;font:650 1.1rem/1.25 var(--head)}
.home img{max-height:2.25rem;max-width:100%;width:auto}
.side input[type=search]{min-height:2.5rem;padding:.45rem .75rem;font-size:.95rem}
.nav{display:grid;gap:1.25rem}.nav ul{list-style:none;margin:0;padding:0}.nav ul ul{padding-left:.85rem;margin-left:.6rem;border-left:1px solid var(--line)}
.nav h2{font:600 .8rem/1.4 var(--body);letter-spacing:.02em;color:var(--soft);margin:0 0 .3rem;padding-inline:.6rem}
.nav a{display:block;padding:.38rem .6rem;border-radius:calc(var(--radius)/1.6);color:var(--ink);text-decoration:none;font-size:.95rem;line-height:1.4}
.nav a:hover{background:color-mix(in srgb,var(--accent) 10%,transparent)}
.nav a[aria-current]{background:color-mix(in srgb,var(--accent) 14%,transparent);font-weight:650;box-shadow:inset 3px 0 0 var(--mark)}
.menu{display:none}
.main{min-width:0;display:flex;flex-direction:column}
.main>main{flex:1;min-width:0}
.wrap{width:min(var(--width),100% - clamp(2.25rem,7vw,7rem));margin-inline:auto}
.head{padding-block:clamp(2.25rem,5vw,4.5rem) clamp(1.25rem,2.5vw,2.25rem);display:grid;gap:.9rem}
.head p{max-width:46rem}
.lede{font-size:clamp(1.1rem,1rem + .5vw,1.35rem);line-height:1.5;color:var(--soft)}
.eyebrow,.mqb-eyebrow{font:600 .95rem/1.4 var(--body);color:var(--link)}
.hero{background:var(--accent);color:var(--on-accent);--line:color-mix(in srgb,var(--on-accent) 30%,transparent)}
.hero .wrap{padding-block:clamp(3.5rem,10vw,8rem) clamp(2.75rem,6vw,5rem);display:grid;gap:1.25rem}
.hero h1{font-size:clamp(2.6rem,1.6rem + 5vw,5.25rem);letter-spacing:-.03em;line-height:1.02;max-width:14ch}
.hero .prose{max-width:44rem;font-size:clamp(1.05rem,1rem + .4vw,1.3rem);line-height:1.5}
.hero a{color:inherit}.hero .button{background:var(--on-accent);color:var(--accent)}
.cover{width:100%;max-height:34rem;object-fit:cover;border-radius:var(--radius)}
.part{padding-block:clamp(1.75rem,4vw,3.25rem)}.part>h2{margin-bottom:1.25rem}
.row{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.5rem 1.5rem;margin-bottom:1.25rem}
.cards,.mqb-grid{display:grid;gap:calc(1.25*var(--space));grid-template-columns:repeat(auto-fit,minmax(min(15rem,100%),1fr));padding:0;margin:0;list-style:none}
.card,.mqb-card{border:1px solid var(--line);border-radius:var(--radius);padding:1.25rem 1.35rem;display:grid;gap:.4rem;align-content:start;position:relative;background:var(--raised);min-width:0}
.card:hover,.mqb-card:hover{border-color:var(--mark)}
.card a,.mqb-card a{color:inherit;text-decoration:none}.card a::after,.mqb-card a::after{content:"";position:absolute;inset:0;border-radius:var(--radius)}
.card p,.mqb-card p{color:var(--soft);font-size:.95rem}
.choices{display:flex;flex-wrap:wrap;gap:.5rem;padding:0;margin:0 0 1.5rem;list-style:none}
.choices a{display:inline-block;padding:.42rem .9rem;border:1px solid var(--line);border-radius:99px;color:var(--ink);text-decoration:none;font-size:.92rem}
.choices a:hover{border-color:var(--mark)}.choices a[aria-current]{background:var(--accent);color:var(--on-accent);border-color:var(--accent)}
details.more summary{cursor:pointer;font-weight:600;font-size:.92rem;color:var(--link);padding:.2rem 0}
details.more .downloads{flex-direction:column;gap:.1rem;padding:.35rem 0 0}
.onpage{position:sticky;top:2rem;font-size:.9rem;display:none}
.onpage ul{list-style:none;padding:0;margin:.4rem 0 0;border-left:1px solid var(--line)}.onpage a{display:block;padding:.25rem 0 .25rem .85rem;color:var(--soft);text-decoration:none}.onpage a:hover{color:var(--ink)}
@media(min-width:88rem){.paged{display:grid;grid-template-columns:minmax(0,1fr) 12rem;gap:3rem;align-items:start}.onpage{display:block}}
.turn{display:grid;grid-template-columns:1fr 1fr;gap:1rem;padding-block:2.5rem 1rem}.turn a{border:1px solid var(--line);border-radius:var(--radius);padding:.9rem 1.1rem;text-decoration:none;color:var(--ink);font-weight:600}.turn a:hover{border-color:var(--mark)}.turn a[rel=next]{text-align:right;grid-column:2}.turn small{display:block;color:var(--soft);font-weight:400}
.news{display:grid;gap:2.25rem;padding:0;list-style:none;max-width:52rem}.news li{display:grid;gap:.5rem;padding-left:1.4rem;border-left:3px solid var(--mark)}.news img{border-radius:var(--radius);max-height:22rem;object-fit:cover;width:100%}
.news h2{font-size:1.2rem}
.main>.foot{margin-top:4rem}
@media(max-width:60rem){.portal{display:block}.side,.previewing+.portal .side{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line);padding:1rem 1.25rem;gap:1rem;display:grid;grid-template-columns:1fr auto;align-items:center}
.side form,.side .nav{grid-column:1/-1}
.menu{display:block}.menu input{position:absolute;opacity:0;width:2.75rem;height:2.75rem;min-height:0;margin:0;cursor:pointer}
.menu label{margin:0;padding:.6rem .95rem;border:1px solid var(--line);border-radius:var(--radius);cursor:pointer}
.menu input:focus-visible+label{outline:3px solid var(--mark);outline-offset:2px}
.side:not(:has(.menu input:checked)) .nav,.side:not(:has(.menu input:checked)) form{display:none}}
`;

const templates = `
.mqb-section{padding-block:clamp(1.5rem,3.2vw,2.75rem);display:grid;gap:1rem;background:var(--surface);color:var(--ink)}
.mqb-section>*{min-width:0}
.mqb-section[data-width=narrow]>*{max-width:42rem}.mqb-section[data-width=normal]>*{max-width:64rem}
.mqb-section[data-context],.mqb-section[data-tone]:not([data-tone=plain]){padding-inline:clamp(1.25rem,3.5vw,3rem);border-radius:var(--radius);margin-block:.9rem}
.mqb-section[data-tone=soft]{background:var(--raised)}
.mqb-section[data-tone=accent]{--surface:var(--accent);--ink:var(--on-accent);--soft:var(--on-accent);--link:var(--on-accent);--mark:var(--on-accent);--raised:var(--accent)}
.mqb-section[data-tone=dark]{--surface:var(--d-surface);--ink:var(--d-ink);--soft:var(--d-soft);--link:var(--d-link);--mark:var(--d-mark);--raised:var(--d-raised);--accent:var(--d-accent);--on-accent:var(--d-onAccent)}
@media(prefers-color-scheme:dark){.mqb-section[data-tone=dark]{background:var(--d-raised)}}
.mqb-section[data-width=full]>*{max-width:none}
.mqb-lede{font-size:1.15rem;color:var(--soft);max-width:46rem}
.mqb-prose,.prose{display:grid;gap:.85rem;max-width:46rem}.mqb-prose ul,.mqb-prose ol,.prose ul,.prose ol{padding-left:1.3rem}.mqb-prose li+li,.prose li+li{margin-top:.3rem}.mqb-prose img{border-radius:var(--radius)}.mqb-prose blockquote,.prose blockquote{border-left:3px solid var(--mark);padding-left:1rem}
.mqb-prose pre,.mqb-copy pre{white-space:pre-wrap;background:var(--raised);border:1px solid var(--line);border-radius:var(--radius);padding:1rem 1.15rem}
.mqb-copy{display:grid;gap:1.5rem}.mqb-copy article{display:grid;gap:.6rem}.mqb-copy pre{font:inherit}
.mqb-grid{grid-template-columns:repeat(auto-fill,minmax(max(min(11rem,100%),calc((100% - (var(--mqb-columns,3) - 1)*1.5rem)/var(--mqb-columns,3))),1fr))}
.mqb-grid>*{min-width:0}
@media(max-width:34rem){[data-template=gallery] .mqb-grid,[data-template=collection] .mqb-grid{gap:1.25rem .9rem;grid-template-columns:repeat(auto-fill,minmax(max(min(8rem,100%),calc((100% - (var(--mqb-columns,3) - 1)*.9rem)/var(--mqb-columns,3))),1fr))}}
.mqb-grid figure{display:grid;gap:.5rem;align-content:start}.mqb-grid figure img{border-radius:var(--radius);width:100%}.mqb-grid figcaption{font-size:.92rem;color:var(--soft)}
.mqb-swatch{display:grid;gap:.65rem;align-content:start}
.mqb-swatch-color{border-radius:var(--radius);min-height:8.5rem;padding:.9rem 1.1rem;display:flex;align-items:end;font:650 1.6rem/1 var(--head);box-shadow:inset 0 0 0 1px color-mix(in srgb,var(--ink) 14%,transparent);print-color-adjust:exact;-webkit-print-color-adjust:exact}
.mqb-swatch[data-size=large] .mqb-swatch-color{min-height:13rem}.mqb-swatch[data-size=small] .mqb-swatch-color{min-height:5rem}
.mqb-swatch dl,.mqb-type dl{display:grid;gap:.15rem;font-size:.88rem}.mqb-swatch dl div,.mqb-type dl div{display:grid;grid-template-columns:5.75rem 1fr;gap:.5rem}.mqb-swatch dt,.mqb-type dt{color:var(--soft)}.mqb-swatch dd,.mqb-type dd,.mqb-rules dd{margin:0}
.mqb-tints{display:flex;flex-wrap:wrap;list-style:none;padding:0;border-radius:calc(var(--radius)/2);overflow:hidden;font-size:.7rem}.mqb-tints li{flex:1 0 1.5rem;min-height:2.4rem}.mqb-tints span{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
.mqb-type{display:grid;gap:2rem}.mqb-type article{display:grid;gap:.6rem;border-top:1px solid var(--line);padding-top:1.5rem}
.mqb-specimen{overflow-wrap:anywhere;line-height:1.15}
.mqb-logo{display:grid;gap:.6rem;align-content:start}
.mqb-ground{display:grid;place-items:center;min-height:12rem;padding:2rem;border:1px solid var(--line);border-radius:var(--radius);background:#fff}.mqb-ground[data-ground=dark]{background:#15161a}.mqb-ground[data-ground=checkered]{background:repeating-conic-gradient(#d9d9de 0 25%,#fff 0 50%) 0 0/20px 20px}.mqb-ground img{max-height:8rem;object-fit:contain}
.mqb-dodont{display:grid;gap:.55rem;align-content:start;border-top:4px solid #15803d;padding-top:.8rem}.mqb-dodont[data-kind=dont]{border-top-color:#c81e1e}.mqb-dodont img{border-radius:var(--radius)}
.mqb-statement blockquote{font:var(--head-weight) clamp(1.6rem,1.1rem + 2.4vw,2.75rem)/1.2 var(--head);letter-spacing:-.015em}.mqb-statement blockquote .mqb-prose{max-width:24ch;max-width:min(100%,26ch)}.mqb-statement figcaption{margin-top:1rem;color:var(--soft)}
.mqb-cover{display:grid;gap:1rem}.mqb-cover h2{font-size:clamp(2.2rem,1.5rem + 3.6vw,4rem);letter-spacing:-.025em;line-height:1.05}.mqb-cover[data-align=center]{text-align:center;justify-items:center}.mqb-cover-image{border-radius:var(--radius);width:100%}
.mqb-rules{display:grid;gap:1.25rem}.mqb-rules>div{display:grid;gap:.2rem;border-top:1px solid var(--line);padding-top:.9rem}.mqb-rules dt{font-weight:650}
.mqb-table{overflow-x:auto}.mqb-table table{border-collapse:collapse;width:100%;min-width:32rem;font-size:.95rem}.mqb-table th,.mqb-table td{text-align:left;vertical-align:top;padding:.7rem .9rem .7rem 0;border-bottom:1px solid var(--line)}.mqb-table code{color:var(--soft);font-weight:400}
.mqb-faq{display:grid}.mqb-faq details{border-bottom:1px solid var(--line);padding-block:.85rem}.mqb-faq summary{font-weight:650;cursor:pointer}.mqb-faq .mqb-prose{padding-top:.6rem}
.mqb-links{display:grid;gap:.25rem;list-style:none;padding:0}.mqb-links li{padding:.8rem 0;border-bottom:1px solid var(--line);display:grid;gap:.2rem}.mqb-links a{font-weight:650}
.mqb-updates{display:grid;gap:1.25rem;list-style:none;padding:0}.mqb-updates li{padding-left:1rem;border-left:3px solid var(--mark)}.mqb-updates time{font-weight:650}
.mqb-embed iframe{width:100%;border:0;border-radius:var(--radius)}.mqb-embed figcaption a{display:block;border:1px solid var(--line);border-radius:var(--radius);padding:1rem 1.25rem;font-weight:650}
.mqb-file{display:inline-block;border:1px solid var(--line);border-radius:var(--radius);padding:.7rem 1rem;font-weight:600}
`;

const icon = (path: string): string =>
  `url("data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="#000" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></svg>`)}")`;

const copying = `
.copy-value{display:inline;font:inherit;min-height:1.5rem;padding:.1rem .35rem;margin:-.1rem -.35rem;border:0;border-radius:4px;background:none;color:inherit;text-align:start;cursor:copy;overflow-wrap:anywhere}
.copy-value:hover{filter:none;background:color-mix(in srgb,var(--ink) 8%,transparent)}
.copy-value::after{content:"";display:inline-block;width:.85em;height:.85em;margin-inline-start:.4em;vertical-align:-.08em;background:currentColor;opacity:.6;-webkit-mask:var(--icon) center/contain no-repeat;mask:var(--icon) center/contain no-repeat;--icon:${icon('M6 5.5h7v8H6zM3 10.5v-8h7')}}
.copy-value[data-copied]::after{opacity:1;--icon:${icon('M3 8.5l3.5 3.5L13 4.5')}}
.copy-below{justify-self:start;font-size:.875rem;min-height:2.1rem;padding:.35rem .8rem;background:none;color:var(--ink);border-color:var(--line)}.copy-below:hover{filter:none;border-color:var(--mark)}
.mqb-rules .copy-below{margin-top:.5rem}.mqb-statement .copy-below{margin-top:1rem}
.mqb-tints li{position:relative}.mqb-tints .copy-value{position:absolute;inset:0;margin:0;border-radius:0;width:100%}.mqb-tints .copy-value::after{display:none}
[data-copies]{cursor:copy}
.copied{position:fixed;z-index:10;left:50%;bottom:1.25rem;transform:translateX(-50%);max-width:min(36rem,92vw);padding:.7rem 1.1rem;border-radius:var(--radius);background:var(--ink);color:var(--surface);font-size:.95rem;overflow-wrap:anywhere;pointer-events:none}.copied:empty{padding:0}
`;

const downloading = `
.mqb-downloads{display:flex;flex-wrap:wrap;align-items:center;gap:.35rem 1rem;min-width:0}.mqb-downloads .button{font-size:.9rem;min-height:2.4rem;padding:.5rem .9rem;overflow-wrap:anywhere}
.mqb-context{display:grid;gap:.4rem}.mqb-context p{font-size:.9rem;color:var(--soft)}
`;

// Headings stay with what follows them, and what belongs together isn't torn apart. Grids become blocks where browsers can't break them.
const printing = `
@media print{.portal{display:block}.side{display:none}.hero{background:none;color:#000}.hero .wrap{padding-block:1rem}.wrap{width:100%}.onpage,.turn,.choices,.find{display:none}
a[href^=http]::after{content:" (" attr(href) ")";font-size:.85em}.shot img{max-height:9cm}.copy-value::after{display:none}
h1,h2,h3,.eyebrow,.mqb-eyebrow,.lede,.mqb-lede,summary,dt,thead{break-after:avoid}p,li{orphans:3;widows:3}
.mqb-section,.mqb-section>.mqb-prose,.mqb-rules,.mqb-type,.mqb-copy,.mqb-faq{display:block}.mqb-section>*+*,.mqb-rules>*+*,.mqb-type>*+*,.mqb-copy>*+*,.mqb-prose>*+*{margin-top:1rem}
.mqb-grid>*,.mqb-type article,.mqb-copy article,.mqb-rules>div,.mqb-faq details,.mqb-statement,.news li,.file,.card,figure,tr{break-inside:avoid}
.mqb-table{overflow:visible}.mqb-table table{min-width:0}}
@media print{details::details-content{content-visibility:visible;block-size:auto}}
`;

// The whole brand in one document, on the screen as on paper.
const book = `
.book{padding-block:clamp(1.5rem,4vw,3rem)}.book .noprint:not(.print-bar){display:none}.print-bar{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center;margin-bottom:2rem}
.contents ol{list-style:none;padding:0;display:grid;gap:.3rem}.contents ol ol{padding-inline-start:1.25rem;margin-top:.3rem}
.chapter{border-top:1px solid var(--line);margin-top:3rem}
@page{margin:18mm 16mm}
@media print{.print-bar{display:none}.chapter{break-before:page;border:0;margin-top:0}}
`;

const changes = `
.changes{display:grid;gap:.9rem;list-style:none;padding:0}.news .changes>li{border:0;padding:0;display:grid;gap:.35rem}
.changes dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.2rem .9rem;font-size:.95rem}.changes dt{color:var(--soft)}.changes dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}
.changes del{background:color-mix(in srgb,#c81e1e 16%,transparent)}.changes ins{background:color-mix(in srgb,#15803d 20%,transparent);text-decoration:none}
.chip{display:inline-block;width:1.1em;height:1.1em;margin-inline-end:.45em;vertical-align:-.18em;border-radius:4px;box-shadow:inset 0 0 0 1px color-mix(in srgb,var(--ink) 30%,transparent);print-color-adjust:exact;-webkit-print-color-adjust:exact}
`;

export const portalStyles = [frame, templates, copying, downloading, changes, book, printing]
  .join('')
  .replace(/\n/g, '');
