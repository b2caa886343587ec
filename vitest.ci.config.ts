import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { ONLY_LONG, REPEATED } from './test/long-tests.js'

/** The long tests: minutes, not seconds; one file after the other, because they measure time. */
export default defineConfig({
  test: {
    // the processes that tests start do not write to the home of whoever runs them
    env: { QUOIN_STATE_DIR: join(tmpdir(), 'quoin-test-state'), QUOIN_RUNS: 'long' },
    globalSetup: ['test/compile-program.ts'],
    setupFiles: ['test/property-seed.ts'],
    include: [...ONLY_LONG, ...REPEATED],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})
