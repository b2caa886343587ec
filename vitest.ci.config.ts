import { defineConfig } from 'vitest/config'

/** The long tests: minutes, not seconds; one file after the other, because they measure time. */
export default defineConfig({
  test: {
    include: ['test/ci/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})
