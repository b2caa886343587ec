import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BY_HAND, COMPUTED, REPEATED, RETRIES, TIMED, WAITING } from './test/long-tests.js'
import LongestFirst from './test/longest-first.js'

const shared = {
  // the processes that tests start do not write to the home of whoever runs them
  env: { QUOIN_STATE_DIR: join(tmpdir(), 'quoin-test-state'), QUOIN_RUNS: 'long' },
  setupFiles: ['test/property-seed.ts'],
  // one module graph for all files of a worker: importing it anew for each is a tenth of all work
  pool: 'threads',
  isolate: false,
  retry: RETRIES,
  testTimeout: 300_000,
  hookTimeout: 120_000,
}

/** The long tests: minutes, not seconds. Where real time passes, nothing else runs beside. */
export default defineConfig({
  test: {
    reporters: ['default', './test/second-tries.ts'],
    globalSetup: ['test/compile-program.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'timed',
          include: TIMED,
          maxWorkers: 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'waiting',
          include: WAITING,
          exclude: [...COMPUTED, ...TIMED, ...BY_HAND],
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'computed',
          include: process.env['QUOIN_BY_HAND'] === undefined ? COMPUTED : [...BY_HAND, ...REPEATED],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
