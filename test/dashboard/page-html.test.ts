import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { dashboardPage } from '../../src/dashboard/page-html.js'

const page = dashboardPage()
const text = page.html.toString()
const bodies = (tag: string) =>
  [...text.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, body]) => body ?? '')

it('needs nothing else, and its policy lets nothing else in', () => {
  expect(text).not.toMatch(/<script [^>]*src|<link [^>]*stylesheet|@import|url\(/)
  expect(page.policy).toContain("default-src 'none'")
  expect(page.policy).not.toMatch(/unsafe|\*/)
})

it('its policy names each script and style of it by its hash', () => {
  for (const tag of ['script', 'style']) {
    expect(bodies(tag).length).toBeGreaterThan(1)
    for (const body of bodies(tag)) {
      expect(page.policy).toContain(`'sha256-${createHash('sha256').update(body).digest('base64')}'`)
    }
  }
})

it('has one version as long as it is the same', () => {
  expect(dashboardPage().version).toBe(page.version)
  expect(text).toContain(`data-page="${page.version}"`)
})
