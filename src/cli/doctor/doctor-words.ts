// What the doctor found, for people.

import type { Finding, Verdict } from '../../doctor/finding.js'

const MARKS: Readonly<Record<Verdict, string>> = {
  ok: 'ok     ',
  warning: 'WARNING',
  failed: 'FAILED ',
  skipped: 'skipped',
}
const NAME_WIDTH = 14

export function doctorLines(path: string, findings: readonly Finding[]): string[] {
  const count = (verdict: Verdict) => findings.filter((finding) => finding.verdict === verdict).length
  const [bad, odd] = [count('failed'), count('warning')]
  const end = bad === 0 ? `${path}: nothing stands in the way` : `${path}: ${bad} to mend, the first one first`
  return [...findings.flatMap(describe), odd === 0 ? end : `${end}; ${odd} ${odd === 1 ? 'warning' : 'warnings'}`]
}

function describe({ name, verdict, evidence, fix }: Finding): string[] {
  const head = `${MARKS[verdict]}  ${name.padEnd(NAME_WIDTH)}  `
  const [first = '', ...more] = evidence.split('\n')
  const under = ' '.repeat(head.length)
  return [head + first, ...more.map((line) => under + line), ...(fix === undefined ? [] : [`${under}→ ${fix}`])]
}
