import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The long tests: minutes, not seconds; one file after the other, because they measure time. */
export default defineConfig({
  test: {
    // the processes that tests start do not write to the home of whoever runs them
    env: { QUOIN_STATE_DIR: join(tmpdir(), 'quoin-test-state') },
    include: ['test/ci/**/*.test.ts'],
    // not yet timed on a quiet machine: `npm run check:long` runs them
    exclude: process.env['QUOIN_LONG']
      ? []
      : ['package', 'second-writer', 'metrics', 'clock-step'].map((n) => `test/ci/${n}.test.ts`),
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})
