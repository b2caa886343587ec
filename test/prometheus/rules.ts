// The alerts as config/prometheus has them.

import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

export const RULES_FILE = 'config/prometheus/alerts.yml'

const file = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Quoin[A-Z]\w+$/),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.strictObject({ severity: z.string() }),
          annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
})
export type AlertRules = z.infer<typeof file>

export const ruleFile = (): AlertRules => file.parse(parse(readFileSync(RULES_FILE, 'utf8')))

export const alertRules = () => ruleFile().groups.flatMap(({ rules }) => rules)
