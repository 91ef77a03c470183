import { SEARCH_QUERY_MAX_LENGTH } from '@stoa/contract'
import { lazy, SearchIcon, useLazy, useTranslate } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { type SearchedCommunity, searchAt, searchPath } from '../../search-paths.ts'
import { searchFieldMessages } from './messages.ts'

const suggestions = lazy(async () => (await import('./suggestions.tsx')).Suggestions)

export interface SearchFieldProps {
  /** Path of the page with its query. On a search page the field has its words. */
  path: string
  /** The community of the page. Searched first on its search page, else offered. Default: none. */
  community?: SearchedCommunity | null
  /** The forum has several communities. Default true. */
  hasCommunities?: boolean
}

/** A field that leads to the search page, without scripts as well. Suggestions load once it has focus. */
export function SearchField({ path, community = null, hasCommunities = true }: SearchFieldProps) {
  const t = useTranslate(searchFieldMessages)
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isWanted, setWanted] = useState(false)
  const { code: Suggestions } = useLazy(suggestions, isWanted)
  const page = searchAt(path)
  const scope = page?.isInCommunity ? community : null
  const isFirst = useRef(true)
  /** A search was sent since the field got focus. */
  const isSent = useRef(false)
  /** Arrow keys pressed before the suggestions were there: down minus up. */
  const earlySteps = useRef(0)
  useEffect(() => {
    const field = input.current
    const shown = searchAt(path)
    // What was typed before hydration stays.
    if (!isFirst.current && field && (shown || document.activeElement !== field)) field.value = shown?.query ?? ''
    isFirst.current = false
  }, [path])
  return (
    <form
      ref={form}
      className="stoa-app-search"
      role="search"
      method="get"
      action={searchPath({ query: '', type: page?.type, community: scope })}
      onSubmit={() => {
        isSent.current = true
      }}
    >
      <SearchIcon size={16} />
      <input
        ref={input}
        type="search"
        name="q"
        dir="auto"
        aria-label={t('search.label')}
        placeholder={
          scope && hasCommunities
            ? t('search.placeholder.in', { community: scope.title })
            : t(hasCommunities ? 'search.placeholder' : 'search.placeholder.one')
        }
        defaultValue={page?.query ?? ''}
        maxLength={SEARCH_QUERY_MAX_LENGTH}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="search"
        onInput={() => {
          earlySteps.current = 0
        }}
        onKeyDown={({ key }) => {
          if (!Suggestions && (key === 'ArrowDown' || key === 'ArrowUp')) earlySteps.current += key === 'ArrowDown' ? 1 : -1
        }}
        onFocus={() => {
          isSent.current = false
          setWanted(true)
        }}
      />
      <kbd aria-hidden="true">/</kbd>
      {Suggestions && <Suggestions {...{ form, input, isSent, earlySteps, community, scope }} type={page?.type ?? 'posts'} />}
    </form>
  )
}
