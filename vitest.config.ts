import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BY_HAND, COMPUTED, RETRIES, TIMED, WAITING } from './test/long-tests.js'

export default defineConfig({
  test: {
    // the processes that tests start do not write to the home of whoever runs them
    env: { QUOIN_STATE_DIR: join(tmpdir(), 'quoin-test-state') },
    include: ['test/**/*.test.ts'],
    exclude: [...COMPUTED, ...TIMED, ...WAITING, ...BY_HAND],
    reporters: ['default', './test/second-tries.ts'],
    globalSetup: ['test/compile-program.ts'],
    setupFiles: ['test/property-seed.ts'],
    // one module graph for all files: importing it anew for each took a third of the time
    pool: 'threads',
    isolate: false,
    // one less than the cores is the default: much of the time goes into waiting
    maxWorkers: 3,
    retry: RETRIES,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
