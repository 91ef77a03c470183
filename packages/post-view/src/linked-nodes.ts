import { linkIn, WEB_ADDRESS } from '@stoa/comments'
import type { InlineNode } from '@stoa/contract'

/** Plain text with linked web addresses. */
export function linkedNodes(text: string): InlineNode[] {
  // Most texts have none, and the pattern is slow.
  if (!text.includes('://')) return text === '' ? [] : [{ type: 'text', text }]
  const nodes: InlineNode[] = []
  let end = 0
  const addText = (from: number, to = text.length) => {
    if (from < to) nodes.push({ type: 'text', text: text.slice(from, to) })
  }
  for (const { 0: match, index } of text.matchAll(WEB_ADDRESS)) {
    const link = linkIn(match)
    if (!link) continue
    addText(end, index)
    nodes.push({ type: 'link', href: link.href, children: [{ type: 'text', text: link.text }] })
    end = index + link.text.length
  }
  addText(end)
  return nodes
}
