// HTML as values: whatever is put into a template is text, and escaped, unless it is HTML itself.

import { visible } from '../../domain/visible-text.js'

export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Content = string | number | Html | undefined | readonly Content[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Safe between tags and inside quoted attributes. Characters that reorder or hide what stands around them are shown as escapes. */
export function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)
}

/** `html\`<b>${question}</b>\`` */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(parts.reduce((text, part, i) => `${text}${textOf(values[i - 1])}${part}`))
}

/** JSON that may stand in a script element: nothing in it ends the element or begins a comment, and no parser takes a separator for a line's end. */
export function scriptJson(value: unknown): Html {
  const json = JSON.stringify(value)
  return new Html(
    json.replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
}

function textOf(content: Content): string {
  if (content === undefined) return ''
  if (content instanceof Html) return content.text
  if (typeof content === 'object') return content.map(textOf).join('')
  return escaped(String(content))
}
