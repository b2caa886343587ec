// A public linter's word on both documents, with its strict rules.

import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { VenueDriver } from '../venue-driver.js'

async function problemsOf(path: string, edit: (text: string) => string = (text) => text): Promise<string[]> {
  const text = JSON.stringify(new VenueDriver().get(path, { key: '' }).body)
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source: edit(text), absoluteRef: path, config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`)
}

describe.each(['/openapi.json', '/asyncapi.json'])('%s', (path) => {
  it('lints clean', async () => {
    expect(await problemsOf(path)).toEqual([])
  })

  it('would not with a reference that leads nowhere', async () => {
    const clean = await problemsOf(path)
    const broken = await problemsOf(path, (text) =>
      text.replace(/"\$ref":"#\/[^"]+"/, '"$ref":"#/components/schemas/Nothing"'),
    )
    expect(broken.filter((problem) => !clean.includes(problem)).join('\n')).toContain('no-unresolved-refs')
  })
})
