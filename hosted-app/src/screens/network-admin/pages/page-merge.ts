import type { PageDetails, PageText } from '@stoa/contract'

export type Texts = Readonly<Record<string, PageText>>

/** What is edited of a page. */
export interface PageValues {
  slug: string
  /** By language. */
  texts: Texts
}

/** Two edits of the same page. */
export interface MergedPage {
  /** Both edits; where both changed the same, the viewer's. */
  values: PageValues
  /** Languages that both have changed. */
  languages: readonly string[]
  /** Whether both have changed the address. */
  isSlugTwofold: boolean
}

/** A page before two edits, and both edits. */
export interface PageEdits {
  base: PageValues
  mine: PageValues
  theirs: PageValues
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export const valuesOf = ({ slug, texts }: Pick<PageDetails, 'slug' | 'texts'>): PageValues => ({ slug, texts })

/** Languages whose texts differ. */
export function changedLanguages(before: Texts, after: Texts): string[] {
  return [...new Set([...Object.keys(after), ...Object.keys(before)])].filter((tag) => !same(after[tag], before[tag]))
}

/** Joins two edits of the same page. */
export function mergePages({ base, mine, theirs }: PageEdits): MergedPage {
  const ownChanges = changedLanguages(base.texts, mine.texts)
  const otherChanges = changedLanguages(base.texts, theirs.texts)
  const tags = [...new Set([...Object.keys(mine.texts), ...Object.keys(theirs.texts)])]
  const texts = tags.flatMap((tag) => {
    const text = (ownChanges.includes(tag) ? mine : theirs).texts[tag]
    return text ? [[tag, text] as const] : []
  })
  const isSlugMine = mine.slug !== base.slug
  return {
    values: { slug: isSlugMine ? mine.slug : theirs.slug, texts: Object.fromEntries(texts) },
    languages: ownChanges.filter((tag) => otherChanges.includes(tag) && !same(mine.texts[tag], theirs.texts[tag])),
    isSlugTwofold: isSlugMine && theirs.slug !== base.slug && theirs.slug !== mine.slug,
  }
}

/** The merged page, with their values where both have changed the same. */
export function takeTheirs({ values, languages, isSlugTwofold }: MergedPage, theirs: PageValues): PageValues {
  const texts = Object.keys({ ...values.texts, ...theirs.texts }).flatMap((tag) => {
    const text = (languages.includes(tag) ? theirs : values).texts[tag]
    return text ? [[tag, text] as const] : []
  })
  return { slug: isSlugTwofold ? theirs.slug : values.slug, texts: Object.fromEntries(texts) }
}

/** An edit that the device keeps. */
export interface PageDraft extends PageValues {
  /** What was edited; null: a new page. */
  base: (PageValues & Pick<PageDetails, 'revision'>) | null
}

/** The edit that the device has kept; null if there is none. */
export function readPageDraft(text: string): PageDraft | null {
  try {
    const draft = JSON.parse(text || 'null') as PageDraft | null
    const isWhole = draft && typeof draft.slug === 'string' && Object.keys(draft.texts).length > 0
    return isWhole && (!draft.base || typeof draft.base.texts === 'object') ? draft : null
  } catch {
    return null
  }
}
