// Random tests use other cases in every run, to find cases that no one thought of. CI uses the same ones each
// time, so a failure there is caused by the change.
import fc from 'fast-check';

if (process.env.CI) fc.configureGlobal({ seed: 20261121 });

export default fc;
