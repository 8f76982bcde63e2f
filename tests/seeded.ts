import fc from 'fast-check';

// The gate must not depend on luck: generated input is the same each time, until TOUCHSTONE_TEST_SEED says otherwise.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.TOUCHSTONE_TEST_SEED ?? 1) });
