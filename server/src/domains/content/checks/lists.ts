import type { CheckAction, ListEntry } from '@stoa/contract'
import { type FoldedText, foldText } from './fold-text.ts'
import { type FoundLink, linkOf } from './links.ts'
import { createWordMatcher } from './word-matcher.ts'

/** A match of a list entry in a text. */
export interface ListHit {
  kind: 'word' | 'address'
  entry: ListEntry
  action: CheckAction
  /** The matching part of the text. */
  text: string
  /** Its position in the text. */
  at: number
}

/** Lists compiled for matching all entries at once. */
export interface CompiledLists {
  isEmpty: boolean
  find(about: { text: string; folded: FoldedText; links: readonly FoundLink[] }): ListHit[]
}

/** Parses an entry as an address; null if it is a word or phrase. */
function addressOf({ text }: ListEntry): FoundLink | null {
  return /\s/.test(text) ? null : linkOf(text.replace(/\/?\*?$/, ''))
}

/** Removes duplicate entries; an entry gets its last action. */
export function withoutRepeats(entries: readonly ListEntry[]): ListEntry[] {
  return [...new Map(entries.map((entry) => [foldText(entry.text).text.trim() || entry.text, entry])).values()]
}

/**
 * Compiles lists. Addresses match their host, its subdomains, and paths that begin with theirs; everything else matches
 * as words.
 */
export function compileLists(entries: readonly ListEntry[]): CompiledLists {
  const words: { entry: ListEntry; folded: string }[] = []
  const addresses = new Map<string, { entry: ListEntry; path: string }[]>()
  for (const entry of withoutRepeats(entries)) {
    const address = addressOf(entry)
    const folded = foldText(entry.text).text.trim()
    if (!address && folded !== '') words.push({ entry, folded })
    if (!address) continue
    const { host, path } = address
    addresses.set(host, [...(addresses.get(host) ?? []), { entry, path }])
  }
  const matcher = createWordMatcher(words.map(({ folded }) => folded))

  function addressHits({ text, links }: { text: string; links: readonly FoundLink[] }): ListHit[] {
    const hits = new Map<ListEntry, ListHit>()
    for (const link of links) {
      for (const host of hostsAbove(link.host)) {
        for (const { entry, path } of addresses.get(host) ?? []) {
          if (hits.has(entry) || !beginsWith(link.path, path)) continue
          const at = Math.max(0, text.indexOf(link.text))
          hits.set(entry, { kind: 'address', entry, action: entry.action, text: link.text, at })
        }
      }
    }
    return [...hits.values()]
  }

  return {
    isEmpty: entries.length === 0,
    find({ text, folded, links }) {
      const wordHits = matcher.find(folded).flatMap(({ entry: index, start, end }): ListHit[] => {
        const entry = words[index]?.entry
        if (!entry) return []
        const at = folded.starts[start] ?? 0
        const match = text.slice(at, folded.starts[end] ?? text.length).trim()
        return [{ kind: 'word', entry, action: entry.action, text: match, at }]
      })
      return [...addressHits({ text, links }), ...wordHits]
    },
  }
}

/** The host and its parent domains. */
function hostsAbove(host: string): string[] {
  const labels = host.split('.')
  // An IPv6 address.
  if (labels.length === 1) return labels
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

function beginsWith(path: string, start: string): boolean {
  if (!path.startsWith(start)) return false
  return (
    start === '' || path.length === start.length || /[/?#=&]$/.test(start) || /[/?#&]/.test(path[start.length] ?? '')
  )
}
