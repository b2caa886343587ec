// The program as tests start it: arguments of node, up to those of the program.

import { join } from 'node:path'
import { inject } from 'vitest'

export const PROGRAM: readonly string[] = [join(inject('program'), 'src/cli/main.js')]
export const SUPERVISED: readonly string[] = [join(inject('program'), 'src/cli/supervise.js')]
