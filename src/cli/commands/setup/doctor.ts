// `quoin doctor`: everything that a bot of a configuration needs, looked at one after the other, with the evidence and what mends it.

import type { Finding } from '../../../doctor/finding.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { doctorLines } from '../../doctor/doctor-words.js'
import { examine } from '../../doctor/examine.js'

/** Ends with the exit code of the first failure: the others may follow from it. */
export async function doctor(path: string, context: CommandContext): CommandResult {
  const findings = await examine(path, context)
  const first = findings.find(({ verdict }) => verdict === 'failed')
  context.out.data({ ok: first === undefined, findings: findings.map(shownFinding) }, () => doctorLines(path, findings))
  return first?.exit ?? 'ok'
}

export const shownFinding = ({ exit: _exit, ...finding }: Finding) => finding
