// The inline style sheet of pages for people outside. Colors are custom properties (look.ts); nothing is
// fetched.

const base = `
:root{color-scheme:light dark;--surface:var(--l-surface);--ink:var(--l-ink);--accent:var(--l-accent);--link:var(--l-link);--mark:var(--l-mark);--on-accent:var(--l-onAccent);--soft:var(--l-soft);--raised:var(--l-raised)}
@media(prefers-color-scheme:dark){:root{--surface:var(--d-surface);--ink:var(--d-ink);--accent:var(--d-accent);--link:var(--d-link);--mark:var(--d-mark);--on-accent:var(--d-onAccent);--soft:var(--d-soft);--raised:var(--d-raised)}.mark{background:var(--l-surface);padding:.3rem .5rem;border-radius:calc(var(--radius)/2)}}
:root,[data-tone]{--line:color-mix(in srgb,var(--ink) 14%,var(--surface))}:root{--space:calc(1rem*var(--gap))}
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:5rem}
body{margin:0;background:var(--surface);color:var(--ink);font:1rem/1.6 var(--body);overflow-wrap:break-word}
h1,h2,h3{font-family:var(--head);font-weight:var(--head-weight);line-height:1.15;letter-spacing:-.015em;margin:0;text-wrap:balance}
h1{font-size:clamp(2rem,1.4rem + 2.6vw,3.25rem)}h2{font-size:clamp(1.5rem,1.2rem + 1.2vw,2.1rem)}h3{font-size:1.05rem;line-height:1.35;letter-spacing:0}
p,ul,ol,dl,figure,blockquote,pre{margin:0}
a{color:var(--link);text-underline-offset:.18em;text-decoration-thickness:.06em}a:hover{text-decoration-thickness:.12em}
img,video{max-width:100%;height:auto;display:block}
code,pre,kbd{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9em}
:focus-visible{outline:3px solid var(--mark);outline-offset:2px;border-radius:3px}
.skip{position:absolute;left:1rem;top:-4rem;background:var(--accent);color:var(--on-accent);padding:.6rem 1rem;border-radius:var(--radius);z-index:9}.skip:focus{top:1rem}
.quiet{color:var(--soft)}.small{font-size:.875rem}
.button,button{font:600 1rem/1.2 var(--body);display:inline-flex;align-items:center;justify-content:center;gap:.5rem;min-height:2.75rem;padding:.65rem 1.15rem;border:1px solid transparent;border-radius:var(--radius);background:var(--accent);color:var(--on-accent);text-decoration:none;cursor:pointer}
.button:hover,button:hover{filter:brightness(1.08)}
.button.plain{background:none;color:var(--ink);border-color:var(--line)}.button.plain:hover{border-color:var(--mark);filter:none}
label{display:block;font-weight:600;font-size:.925rem;margin:0 0 .35rem}
input,textarea,select{font:inherit;width:100%;min-height:2.75rem;padding:.6rem .8rem;color:var(--ink);background:var(--surface);border:1px solid color-mix(in srgb,var(--ink) 48%,var(--surface));border-radius:var(--radius)}
input[type=file]{padding:1.1rem;border-style:dashed;background:var(--raised)}
form.stack{display:grid;gap:1.1rem}
.note{border:1px solid var(--line);border-left:4px solid var(--mark);border-radius:var(--radius);background:var(--raised);padding:.85rem 1.1rem}
.note.wrong{border-left-color:#c81e1e}
.tag{display:inline-block;font-size:.78rem;line-height:1;padding:.3rem .5rem;border:1px solid var(--line);border-radius:99px;color:var(--soft)}
.short-page{min-height:100vh;min-height:100svh;display:grid;place-items:center;padding:2rem 1.25rem;background:radial-gradient(60rem 30rem at 50% -12rem,color-mix(in srgb,var(--accent) 16%,var(--surface)),var(--surface))}
.short-page main{width:min(27rem,100%);display:grid;gap:1.25rem}.short-page h1{font-size:clamp(1.6rem,1.3rem + 1.4vw,2.1rem)}
.mark{max-height:2.5rem;max-width:12rem;width:auto}
.frame{width:min(var(--width),100% - clamp(2.25rem,6vw,5rem));margin-inline:auto}
.bar{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem 1.5rem;padding-block:1.25rem}
.bar .mark+span,.bar strong{font-family:var(--head);font-weight:650}
.find{display:flex;gap:.6rem;max-width:36rem;margin-bottom:1.25rem}
.files{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(16rem,100%),1fr));gap:calc(1.75*var(--space)) calc(1.25*var(--space));padding:0;list-style:none}
@media(max-width:38rem){.files{grid-template-columns:repeat(2,minmax(0,1fr));gap:1.5rem .9rem}}
.file{display:flex;flex-direction:column;gap:.6rem;min-width:0}
.shot{display:grid;place-items:center;aspect-ratio:4/3;border-radius:var(--radius);overflow:hidden;background:var(--raised);border:1px solid var(--line);color:var(--soft);text-decoration:none;font:600 1.1rem var(--head);letter-spacing:.06em}
.shot img{width:100%;height:100%;object-fit:contain}
.shot.photo img{object-fit:cover}
.shot:hover{border-color:var(--mark)}
.file h2,.file h3{font-size:1rem;line-height:1.35;letter-spacing:0}
.downloads{display:flex;flex-wrap:wrap;gap:.4rem .9rem;padding:0;margin:0;list-style:none;font-size:.9rem}
.downloads a{font-weight:600;display:inline-block;padding:.2rem 0}
.pager{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;justify-content:space-between;padding-block:2.5rem}
.foot{border-top:1px solid var(--line);margin-top:4rem;padding-block:1.75rem 2.5rem;color:var(--soft);font-size:.9rem;display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;justify-content:space-between}
.intro{max-width:44rem;display:grid;gap:.9rem;padding-block:clamp(2rem,5vw,4.5rem) clamp(1.75rem,4vw,3rem)}
@media print{:root,[data-tone]{color-scheme:light;--surface:#fff!important;--ink:#000!important;--soft:#333!important;--raised:#fff!important;--link:#000!important;--mark:#000!important;--line:#bbb!important}.noprint,.skip{display:none!important}body{font-size:10.5pt}.foot{margin-top:2rem}}
@media(prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
`;

export const styles = base.replace(/\n/g, '');
