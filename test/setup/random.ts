// Random tests see other cases with every run, so that they find what nobody thought of. Where a change is checked (CI), they see the
// same each time: what fails there is the change's doing.
import fc from 'fast-check';

if (process.env.CI) fc.configureGlobal({ seed: 20261121 });

export default fc;
