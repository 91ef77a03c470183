import { Banner, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { isSameList, mergeLists, type OthersChanges } from './merge-lists.ts'
import { sectionMessages } from './section-messages.ts'

/**
 * Saves a list that several people may edit at once. `saved`: the list as it is known to be saved. `base`: the list
 * that the edit began with. Default: `saved` when the component was mounted.
 */
export function useListEdits<Item>(saved: readonly Item[]) {
  const [base, setBase] = useState(saved)
  const [others, setOthers] = useState<OthersChanges<Item> | null>(null)
  return {
    others,
    /**
     * Sends the list by `save`, which returns what somebody else has saved meanwhile, or null once it is saved. Returns
     * null then. Otherwise the list is still to be saved: returns what the other one saved (`theirs`), and both edits
     * together (`merged`).
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

/** Names what somebody else has added and removed. */
export function OthersEdits<Item>({ others, nameOf }: OthersEditsProps<Item>) {
  const t = useTranslate(sectionMessages)
  if (!others) return null
  const names = (items: readonly Item[]) => items.map(nameOf).join(', ')
  return (
    <Banner tone="warning" title={t('edits.title')}>
      <p>{t('edits.text')}</p>
      <ul>
        {others.added.length > 0 && <li dir="auto">{t('edits.added', { names: names(others.added) })}</li>}
        {others.removed.length > 0 && <li dir="auto">{t('edits.removed', { names: names(others.removed) })}</li>}
      </ul>
    </Banner>
  )
}

interface OthersEditsProps<Item> {
  others: OthersChanges<Item> | null
  nameOf: (item: Item) => string
}
