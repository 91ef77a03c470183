import { Button, translatable, useI18n, useTranslate, VisuallyHidden } from '@stoa/ui'
import { useEffect, useId, useRef, useState } from 'react'
import type { EditorProps } from '../editor-props.ts'
import { editorMessages } from '../messages.ts'
import type { EditorHost } from './host.ts'
import type { EditorControls } from './surface.tsx'

/** Reading speed. */
const WORDS_PER_MINUTE = 220

type State =
  | { status: 'loading' | 'failed' }
  | { status: 'ready'; host: EditorHost; noteFiles: () => void; Controls: typeof EditorControls }

/** Edits the content of a post. Its code loads when it is first shown. Until then a box reserves the height. */
export function Editor(props: EditorProps) {
  const { label, invalid = false, errorId, readOnly = false, filesKey } = props
  const t = useTranslate(editorMessages)
  const { locale, dir } = useI18n()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const holder = useRef<HTMLDivElement>(null)
  const latest = useRef({ props, t, locale, dir })
  useEffect(() => {
    latest.current = { props, t, locale, dir }
  })
  const [state, setState] = useState<State>({ status: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const [words, setWords] = useState(0)
  const [announcement, setAnnouncement] = useState({ text: '', isAgain: false })

  useEffect(() => {
    const [place, box] = [holder.current, frame.current]
    if (!place || !box) return
    let isGone = false
    let stop: (() => void) | undefined
    import('./surface.tsx')
      .then(async ({ startEditor, openKeptFiles, EditorControls }) => {
        const { filesKey: name, uploads } = latest.current.props
        const kept = name !== undefined && uploads && !readOnly ? await openKeptFiles(name) : null
        if (isGone) return kept?.close()
        const running = startEditor({
          ...latest.current,
          kept,
          id,
          holder: place,
          frame: box,
          props: () => latest.current.props,
          onWords: (count) => !isGone && setWords(count),
          announce: (text) =>
            !isGone && setAnnouncement((last) => ({ text, isAgain: last.text === text && !last.isAgain })),
        })
        stop = running.stop
        setState({ status: 'ready', ...running, Controls: EditorControls })
      })
      .catch(() => !isGone && setState({ status: 'failed' }))
    return () => {
      isGone = true
      setState({ status: 'loading' })
      stop?.()
    }
  }, [readOnly, attempt, id])
  const host = state.status === 'ready' ? state.host : null
  const noteFiles = state.status === 'ready' ? state.noteFiles : null
  useEffect(() => noteFiles?.(), [noteFiles, filesKey])
  // What the text says of itself.
  useEffect(() => host?.view.setProps({}), [host, label, invalid, errorId])

  const retry = () => {
    setState({ status: 'loading' })
    setAttempt((count) => count + 1)
  }
  const mod = isApple() ? '⌘' : 'Ctrl'
  return (
    <div
      ref={frame}
      className="stoa-editor"
      // Where it differs from the page's, margins and paddings still belong together.
      dir={dir}
      data-state={state.status}
      data-invalid={invalid || undefined}
      data-readonly={readOnly || undefined}
    >
      {state.status === 'loading' && (
        <div className="stoa-editor-skeleton" role="status">
          <VisuallyHidden>{t('editor.loading')}</VisuallyHidden>
        </div>
      )}
      {state.status === 'failed' && (
        <div className="stoa-editor-failed" role="alert">
          <p>{t('editor.failed')}</p>
          <Button onClick={retry}>{t('editor.retry')}</Button>
        </div>
      )}
      <div ref={holder} className="stoa-editor-place" />
      {state.status === 'ready' && <state.Controls host={state.host} />}
      {state.status === 'ready' && (
        <div className="stoa-editor-footer">
          {!readOnly && <span className="stoa-editor-help">{t('editor.help', { mod })}</span>}
          <span className="stoa-editor-count">
            {translatable(t('editor.words', { count: words }))}
            {words > 0 &&
              translatable(` · ${t('editor.minutes', { count: Math.max(1, Math.round(words / WORDS_PER_MINUTE)) })}`)}
          </span>
        </div>
      )}
      <VisuallyHidden>
        <span id={`${id}-help`}>{readOnly ? '' : t('editor.keys', { mod })}</span>
        {/* The same text twice is two changes. */}
        <span role="status">{translatable(announcement.text + (announcement.isAgain ? '\u00a0' : ''))}</span>
      </VisuallyHidden>
    </div>
  )
}

function isApple(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
}
