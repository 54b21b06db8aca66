// The style rules of the page of a review link, beyond those of every page.

const rules = `
.intro{max-width:none}.intro>*{max-width:44rem}
.reviewed{display:grid;gap:1.25rem 2.5rem;padding-block:2.25rem;border-top:1px solid var(--line)}
.reviewed h2{font-size:1.35rem;line-height:1.3}.reviewed .head{display:grid;gap:.35rem}
.talk{display:grid;gap:1.1rem;align-content:start;min-width:0}
@media(min-width:60rem){.reviewed{grid-template-columns:minmax(0,1.7fr) minmax(20rem,1fr)}.reviewed .head{grid-column:1/-1}.seen{position:sticky;top:1.25rem;align-self:start}}
.seen{display:grid;gap:.9rem;justify-items:center;min-width:0}
.stage{position:relative;max-width:100%;border-radius:var(--radius);background:var(--raised);outline:1px solid var(--line)}
.stage>p{padding:4rem 3rem;font:600 1.1rem var(--head);letter-spacing:.06em}
.stage img,.stage video{border-radius:inherit}
.shaped{width:min(100%,max(min(var(--wide),76svh*var(--ratio)),min(20rem,76svh*var(--ratio))))}
.shaped img,.shaped video{width:100%;aspect-ratio:var(--ratio)}
audio{width:100%}
.pin{position:absolute;display:grid;place-items:center;width:1.75rem;height:1.75rem;translate:-50% -50%;border:2px solid #fff;border-radius:50%;background:var(--accent);color:var(--on-accent);font:600 .78rem/1 var(--body);text-decoration:none;box-shadow:0 1px 5px rgb(0 0 0/50%)}
a.pin::after{content:'';position:absolute;inset:-.45rem;border-radius:50%}
.pin.inline{position:relative;translate:none;box-shadow:none;flex:none}
.pin:target,.pin:hover{z-index:1;scale:1.2}.pin[hidden]{display:none}
.marked{position:absolute;display:none;padding:0;min-height:0;border:2px solid #fff;border-radius:3px;background:none;box-shadow:0 0 0 2px var(--accent),inset 0 0 0 1px var(--accent);pointer-events:none}
.pin:target+.marked,.pin:hover+.marked,.pin:focus+.marked{display:block}
.marked.new{display:block;background:color-mix(in srgb,var(--accent) 18%,transparent)}
.marked.new,.pin.new{pointer-events:auto;min-height:0;cursor:move}.pin.new{padding:0}
.marking{position:absolute;inset:0;border-radius:inherit;background:rgb(0 0 0/16%);cursor:crosshair;touch-action:none;user-select:none;-webkit-user-select:none}
.write{display:grid;gap:.6rem;justify-items:start}.write label{margin:0}.write textarea{resize:vertical}
.tools{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}.tools[hidden],.tools [hidden]{display:none}.tools p{flex-basis:100%}.tools p:empty{display:none}
button.plain{background:none;color:var(--ink);border-color:var(--line);font-size:.9rem;min-height:2.5rem;padding:.5rem .85rem}button.plain:hover{border-color:var(--mark);filter:none}button.plain[aria-pressed=true]{border-color:var(--mark);box-shadow:inset 0 0 0 1px var(--mark)}
.threads,.replies{display:grid;gap:1rem;padding:0;list-style:none}
.thread{display:grid;gap:.6rem;padding:1rem 1.15rem;border:1px solid var(--line);border-radius:var(--radius);background:var(--raised);min-width:0}
.thread:target,.replies>:target{outline:2px solid var(--mark);outline-offset:2px}.replies>:target{outline-offset:6px;border-radius:3px}
.thread.earlier .said{color:var(--soft)}
.replies{gap:1rem;padding-inline-start:1rem;border-inline-start:2px solid var(--line)}.replies>li{display:grid;gap:.5rem}
.by{display:flex;flex-wrap:wrap;gap:.15rem .6rem;align-items:center}.said{white-space:pre-wrap;overflow-wrap:anywhere}
.where{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center;font-size:.9rem;font-weight:600}
.where button{min-height:0;padding:.2rem 0;border:0;background:none;color:var(--link);font-size:.9rem;text-decoration:underline;text-underline-offset:.18em}
.acts{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem}
.act>summary,.you>summary{cursor:pointer;color:var(--link);font-weight:600;font-size:.9rem;padding:.3rem 0;width:fit-content}.you>summary{font-weight:400;font-size:1rem;color:var(--ink)}
.act[open]{flex-basis:100%}.act>form{padding-top:.4rem}
.act button{font-size:.9rem;min-height:2.5rem;padding:.5rem .95rem}
.who{display:grid;gap:.9rem 1rem;padding-top:.9rem}.who>button{justify-self:start}@media(min-width:38rem){.who{grid-template-columns:1fr 1fr}.who>.note{grid-column:1/-1}}
.note>h2{font-size:1.15rem;margin-bottom:.35rem}
.links{display:flex;flex-wrap:wrap;gap:.4rem 1.1rem;font-size:.9rem}
@media print{.pin{background:#fff;color:#000;border-color:#000}.reviewed{break-inside:avoid-page}}
`;

export const reviewStyles = rules.replace(/\n/g, '');
