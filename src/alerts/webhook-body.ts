// A message as each kind of address wants it: plain text that nothing in it can turn into a mention or a link.

import { type About, type Alert, alertMessage, toDo } from './alert.js'
import type { WebhookSettings } from './schema.js'

/** Discord refuses longer ones; the others take more. */
const LONGEST = 1900

export function bodyOf(alert: Alert, about: About, { kind, chatId }: Pick<WebhookSettings, 'kind' | 'chatId'>): string {
  const text = cut(alertMessage(alert, about))
  switch (kind) {
    case 'slack':
      return JSON.stringify({ text: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') })
    case 'discord':
      return JSON.stringify({ content: text, allowed_mentions: { parse: [] } })
    case 'telegram':
      return JSON.stringify({ chat_id: chatId, text, disable_web_page_preview: true })
    case 'generic': {
      const at = new Date(alert.atMs).toISOString()
      return JSON.stringify({ ...about, alert: alert.kind, text: cut(alert.text), todo: toDo(alert.kind), at })
    }
  }
}

const cut = (text: string) => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`)
