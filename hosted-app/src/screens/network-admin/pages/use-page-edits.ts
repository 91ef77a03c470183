import type { PageDetails, PageText } from '@stoa/contract'
import { draftKey, errorDetails } from '@stoa/store'
import { useDraft, useViewer } from '@stoa/store/react'
import { useEffect, useRef, useState } from 'react'
import {
  changedLanguages,
  type MergedPage,
  mergePages,
  type PageValues,
  readPageDraft,
  takeTheirs,
  valuesOf,
} from './page-merge.ts'

export const EMPTY_TEXT: PageText = { title: '', postContent: JSON.stringify({ blocks: [] }) }

/** The page that somebody else has saved meanwhile, if that is the error. */
export function conflictingPage(error: unknown): PageDetails | null {
  if (errorDetails(error).code !== 'EDIT_CONFLICT') return null
  return (error as { details?: { page?: PageDetails } }).details?.page ?? null
}

/** What is edited first: the page, or what the device has kept of an earlier edit. */
function firstState(draft: string, first: PageDetails | null, empty: PageValues) {
  const kept = readPageDraft(draft)
  const whole = { page: first, theirs: null, values: first ? valuesOf(first) : empty }
  if (!kept || !kept.base !== !first) return whole
  if (!kept.base || !first || kept.base.revision === first.revision) return { ...whole, values: valuesOf(kept) }
  // Somebody has saved it since.
  const merged = mergePages({ base: kept.base, mine: kept, theirs: valuesOf(first) })
  if (!isTwofold(merged)) return { ...whole, values: merged.values }
  return { page: { ...first, ...kept.base }, theirs: first, values: merged.values }
}

const isTwofold = ({ languages, isSlugTwofold }: MergedPage) => languages.length > 0 || isSlugTwofold

/** The unsaved values of a page. They stay on the device until they are saved or discarded. */
export function usePageEdits(domainName: string, first: PageDetails | null, own: string) {
  const viewerId = useViewer()?.id ?? ''
  const empty: PageValues = { slug: '', texts: { [own]: EMPTY_TEXT } }
  const [id, setId] = useState(first?.id ?? 'new')
  const [draft, setDraft] = useDraft(draftKey(viewerId, `page ${domainName} ${id}`))
  const [start] = useState(() => firstState(draft, first, empty))
  const [page, setPage] = useState(start.page)
  const [values, setValues] = useState(start.values)
  /** What somebody else has saved meanwhile, if both have changed the same. */
  const [theirs, setTheirs] = useState(start.theirs)
  const [language, setLanguage] = useState(
    own in start.values.texts ? own : (Object.keys(start.values.texts)[0] ?? own),
  )
  /** Restarts the editor, to show another text. */
  const [version, setVersion] = useState(0)
  const latest = useRef({ values, language })
  useEffect(() => {
    latest.current = { values, language }
  })
  const saved = page ? valuesOf(page) : empty
  const changes = { slug: values.slug !== saved.slug, languages: changedLanguages(saved.texts, values.texts) }
  const isUnsaved = changes.slug || changes.languages.length > 0
  const base = page && { ...saved, revision: page.revision }
  const kept = isUnsaved ? JSON.stringify({ ...values, base }) : ''
  useEffect(() => setDraft(kept), [setDraft, kept])
  const merged = theirs && mergePages({ base: saved, mine: values, theirs: valuesOf(theirs) })

  /** Shows other values than those typed. */
  function show(next: PageValues): void {
    const { values: before, language: shown } = latest.current
    setValues(next)
    if (!next.texts[shown]) setLanguage(Object.keys(next.texts)[0] ?? own)
    if (before.texts[shown]?.postContent !== next.texts[shown]?.postContent) setVersion((current) => current + 1)
  }
  /** Goes on from what somebody else has saved. */
  function goOn(next: PageValues): void {
    if (theirs) setPage(theirs)
    setTheirs(null)
    show(next)
  }
  return {
    page,
    setPage,
    values,
    changes,
    isUnsaved,
    theirs,
    merged,
    language,
    version,
    choose(tag: string): void {
      setLanguage(tag)
      setVersion((current) => current + 1)
    },
    setSlug: (slug: string) => setValues((current) => ({ ...current, slug })),
    setText: (part: Partial<PageText>) =>
      setValues(({ slug, texts }) => ({
        slug,
        texts: { ...texts, [language]: { ...(texts[language] ?? EMPTY_TEXT), ...part } },
      })),
    addLanguage: (tag: string) =>
      setValues(({ slug, texts }) => ({ slug, texts: { ...texts, [tag]: texts[tag] ?? EMPTY_TEXT } })),
    removeLanguage(): void {
      const { [language]: _, ...texts } = values.texts
      show({ ...values, texts })
    },
    /** `sent` is stored now. What was typed meanwhile stays. */
    settle(sent: PageValues, now: PageDetails): void {
      setValues((mine) => mergePages({ base: sent, mine, theirs: valuesOf(now) }).values)
      if (id === 'new') setDraft('')
      setId(now.id)
      setPage(now)
    },
    /**
     * Merges what somebody else has saved over `before`. Returns the merged values, or null if both have changed the
     * same.
     */
    meet(before: PageDetails, now: PageDetails): PageValues | null {
      const met = mergePages({ base: valuesOf(before), mine: latest.current.values, theirs: valuesOf(now) })
      const isBoth = isTwofold(met)
      show(met.values)
      setPage(isBoth ? before : now)
      setTheirs(isBoth ? now : null)
      return isBoth ? null : met.values
    },
    keepMine: () => merged && goOn(merged.values),
    takeTheirs: () => merged && theirs && goOn(takeTheirs(merged, valuesOf(theirs))),
    discard(): void {
      setDraft('')
      goOn(theirs ? valuesOf(theirs) : saved)
      setVersion((current) => current + 1)
    },
  }
}
