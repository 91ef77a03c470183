import { Banner, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { isSameList, mergeLists, type OthersChanges } from './merge-lists.ts'
import { sectionMessages } from './messages.ts'

/**
 * Saves a list that several people may edit at once. `saved` is the last known saved list.
 */
export function useListEdits<Item>(saved: readonly Item[]) {
  const [base, setBase] = useState(saved)
  const [others, setOthers] = useState<OthersChanges<Item> | null>(null)
  return {
    others,
    /**
     * Sends the list with `save`, which returns null once it is saved, or the list that somebody else has saved
     * meanwhile. Returns null once saved. Otherwise nothing is saved yet: returns the other list (`theirs`) and both
     * edits merged (`merged`). `from` is the list that the edit started from; by default the
     * saved list as last seen by this hook.
     */
    async send(
      mine: readonly Item[],
      save: () => Promise<readonly Item[] | null>,
      from: readonly Item[] = base,
    ): Promise<{ merged: Item[]; theirs: readonly Item[] } | null> {
      const theirs = isSameList(saved, from) ? await save() : saved
      setBase(theirs ?? mine)
      const merge = theirs && mergeLists({ base: from, mine, theirs })
      setOthers(merge)
      return merge && { merged: merge.merged, theirs: theirs ?? [] }
    },
  }
}

/** Lists the items that somebody else has added and removed. */
export function OthersEdits<Item>({ others, nameOf }: OthersEditsProps<Item>) {
  const t = useTranslate(sectionMessages)
  if (!others) return null
  const names = (items: readonly Item[]) => items.map(nameOf).join(', ')
  return (
    <Banner tone="warning" title={t('edits.title')}>
      <p>{t('edits.text')}</p>
      <ul>
        {others.added.length > 0 && <li>{t('edits.added', { names: names(others.added) })}</li>}
        {others.removed.length > 0 && <li>{t('edits.removed', { names: names(others.removed) })}</li>}
      </ul>
    </Banner>
  )
}

interface OthersEditsProps<Item> {
  others: OthersChanges<Item> | null
  nameOf: (item: Item) => string
}
