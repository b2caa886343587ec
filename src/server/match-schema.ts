// Settings of a sports match whose times and score the bundled server's markets may show.

import { z } from 'zod'

export const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'expected lower-case words joined by dashes' })

export const configuredMatch = z.strictObject({
  id: slug.describe('Key of the match'),
  league: z.string().optional().describe('League'),
  home: z.string().min(1).describe('Home team'),
  away: z.string().min(1).describe('Away team'),
  startsInSec: z.number().optional().describe('Kickoff, seconds from the start of the server'),
  startTimestamp: z.iso.datetime({ offset: true }).optional().describe('Kickoff as a date; at the start by default'),
  endsInSec: z.number().optional().describe('End, seconds from the start of the server'),
  endTimestamp: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('End as a date; 150 minutes after the kickoff by default'),
  goals: z
    .array(
      z.strictObject({
        minute: z.number().min(0).describe('Minutes after the kickoff'),
        team: z.enum(['home', 'away']).describe('Who scores'),
      }),
    )
    .default([])
    .describe('Goals that will be scored'),
})
export type ConfiguredMatch = z.output<typeof configuredMatch>
