// How long `quoin --help` takes, and a Node that does nothing.

import { spawnSync } from 'node:child_process'
import type { OpenCase } from '../harness/figure.js'
import { shippedFile } from '../harness/shipped-program.js'

export const open: OpenCase = ({ root, args }) => ({
  measure() {
    const program = args['program'] === 'quoin' ? [shippedFile(root, 'src/cli/main.js'), '--help'] : ['--eval', '0']
    const startMs = performance.now()
    const { status, stderr } = spawnSync(process.execPath, program, { encoding: 'utf8' })
    const tookMs = performance.now() - startMs
    if (status !== 0) throw new Error(`${program.join(' ')}: ended with ${status}: ${stderr}`)
    return tookMs
  },
})
