import { ArrowDownIcon, ArrowUpIcon, Button, CloseIcon, IconButton, isComposing, TextField } from '@stoa/ui'
import {
  findNext,
  findPrev,
  getMatchHighlights,
  replaceAll,
  replaceNext,
  SearchQuery,
  setSearchState,
} from 'prosemirror-search'
import { type Command, TextSelection } from 'prosemirror-state'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type EditorHost, useHostData } from '../view/host.ts'
import { useValue } from '../view/value.ts'

/** Finds and replaces text. */
export function FindBar({ host }: { host: EditorHost }) {
  return useValue(host.isFinding) ? <OpenFindBar host={host} /> : null
}

function OpenFindBar({ host }: { host: EditorHost }) {
  const { t, view } = host
  const [search, setSearch] = useState(() => {
    const { from, to } = view.state.selection
    return view.state.doc.textBetween(from, Math.min(to, from + 100))
  })
  const [replacement, setReplacement] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const count = useHostData(host, (state) => getMatchHighlights(state).find().length)
  const at = useHostData(host, (state) => {
    const { from, to } = state.selection
    return getMatchHighlights(state)
      .find()
      .findIndex((match) => match.from === from && match.to === to)
  })
  useEffect(() => {
    field.current?.select()
  }, [])
  useEffect(() => {
    const query = new SearchQuery({ search, replace: replacement })
    view.dispatch(setSearchState(view.state.tr, query))
  }, [view, search, replacement])
  // While it is typed, the first result from the caret on is shown, which grows with it.
  const [start] = useState(() => view.state.selection.from)
  useEffect(() => {
    const query = new SearchQuery({ search })
    if (!query.valid) return
    const { state } = view
    const found = query.findNext(state, Math.min(start, state.doc.content.size)) ?? query.findNext(state, 0)
    if (!found) return
    const selection = TextSelection.create(state.doc, found.from, found.to)
    view.dispatch(state.tr.setSelection(selection).scrollIntoView())
  }, [view, search, start])
  useEffect(
    () => () => {
      if (!view.isDestroyed) view.dispatch(setSearchState(view.state.tr, new SearchQuery({ search: '' })))
    },
    [view],
  )
  const close = () => {
    host.isFinding.set(false)
    view.focus()
  }
  const run = (command: Command) => command(view.state, view.dispatch, view)
  const valueOf = ({ currentTarget }: FormEvent<HTMLInputElement>) => currentTarget.value
  return (
    <div
      className="stoa-editor-find"
      role="search"
      aria-label={t('editor.find')}
      onKeyDown={(event) => {
        if (isComposing(event)) return
        if (event.key === 'Escape') {
          event.preventDefault()
          close()
        } else if (event.key === 'Enter' && event.target === field.current) {
          event.preventDefault()
          run(event.shiftKey ? findPrev : findNext)
        }
      }}
    >
      <TextField
        ref={field}
        label={t('editor.find')}
        hideLabel
        placeholder={t('editor.find')}
        value={search}
        onInput={(event: FormEvent<HTMLInputElement>) => setSearch(valueOf(event))}
      />
      <span className="stoa-editor-hint" role="status">
        {search === '' ? '' : t('editor.find.count', { at: at + 1, count })}
      </span>
      <IconButton size="s" label={t('editor.find.previous')} icon={<ArrowUpIcon />} onClick={() => run(findPrev)} />
      <IconButton size="s" label={t('editor.find.next')} icon={<ArrowDownIcon />} onClick={() => run(findNext)} />
      <TextField
        label={t('editor.find.replacement')}
        hideLabel
        placeholder={t('editor.find.replacement')}
        value={replacement}
        onInput={(event: FormEvent<HTMLInputElement>) => setReplacement(valueOf(event))}
      />
      <Button size="s" onClick={() => run(replaceNext)}>
        {t('editor.find.replace')}
      </Button>
      <Button size="s" onClick={() => run(replaceAll)}>
        {t('editor.find.replaceAll')}
      </Button>
      <IconButton size="s" label={t('editor.find.close')} icon={<CloseIcon />} onClick={close} />
    </div>
  )
}
