// Settings of values from outside: where they come from.

import { z } from 'zod'
import { isPointer } from './json-pointer.js'

const pointer = z.string().refine(isPointer, { error: "expected a JSON pointer, such as '/data/price'" })
const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: 'expected the name of a variable: letters, digits and underscores' })

/** An address may be logged by whoever runs the service: what is secret belongs into the header. */
const withoutUser = (text: string) => {
  // one that is none was refused for that
  if (!URL.canParse(text)) return true
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

const file = z.strictObject({
  path: z
    .string()
    .min(1)
    .describe('File of JSON lines `{ name, value, market?, atMs? }`, or of one object by name; relative to this file'),
  everyMs: z.int().min(50).max(3_600_000).default(1000).describe('Milliseconds between two looks at it'),
})

const http = z.strictObject({
  name: z.string().min(1).describe('Name of the signal'),
  url: z
    .url({ protocol: /^https?$/, error: 'expected an http or https address' })
    .refine(withoutUser, { error: 'expected an address without user and password', abort: true })
    .describe('Address that answers GET with JSON'),
  value: pointer.describe('JSON pointer to the number in the answer, such as `/data/price`; empty text: all of it'),
  at: pointer
    .optional()
    .describe('JSON pointer to the time it was made, Unix milliseconds; otherwise when it was asked'),
  market: z.string().min(1).optional().describe('Market id or condition id that it is of; otherwise of all'),
  everySec: z.number().min(0.1).max(86_400).default(5).describe('Seconds between an answer and the next question'),
  timeoutMs: z.int().min(50).max(60_000).default(2000).describe('Milliseconds after which a question is given up'),
  maxBytes: z.int().min(1).max(16_777_216).default(65_536).describe('Longest answer that is read, in bytes'),
  authorizationEnv: variable
    .optional()
    .describe('Environment variable that holds the header `authorization`; NAME_FILE in the environment names a file'),
})

export const signalSettings = z.strictObject({
  files: z.array(file).optional().describe('Files that other programs write'),
  http: z.array(http).optional().describe('Services that are asked'),
})
