import { Button, translatable, useI18n, useTranslate, VisuallyHidden } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import type { EditorProps } from './editor-props.ts'
import { editorMessages } from './messages.ts'
import type { RunningEditor } from './start-editor.ts'

/** Reading speed. */
const WORDS_PER_MINUTE = 220

/**
 * Edits the content of a post, block by block. Editor.js and its tools load when it is first shown. Until then a box
 * reserves the height.
 */
export function Editor(props: EditorProps) {
  const { label, invalid = false, errorId, readOnly = false } = props
  const t = useTranslate(editorMessages)
  const { locale, dir } = useI18n()
  const holder = useRef<HTMLDivElement>(null)
  const latest = useRef({ props, t, locale, dir })
  useEffect(() => {
    latest.current = { props, t, locale, dir }
  })
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  const [words, setWords] = useState(0)
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    const element = holder.current
    if (!element) return
    let isGone = false
    let running: RunningEditor | undefined
    const place = document.createElement('div')
    element.append(place)
    import('./start-editor.ts')
      .then(({ startEditor }) =>
        startEditor({
          ...latest.current,
          holder: place,
          onChange: (document) => latest.current.props.onChange(document),
          onWords: (count) => !isGone && setWords(count),
          announce: (text) => !isGone && setAnnouncement(text),
        }),
      )
      .then((started) => {
        running = started
        if (isGone) started.stop()
        else setState('ready')
      })
      .catch(() => !isGone && setState('failed'))
    return () => {
      isGone = true
      running?.stop()
      place.remove()
    }
  }, [readOnly, attempt])

  const retry = () => {
    setState('loading')
    setAttempt((count) => count + 1)
  }
  const mod = isApple() ? '⌘' : 'Ctrl'
  return (
    <div
      className="stoa-editor"
      role="group"
      aria-label={label}
      aria-describedby={errorId}
      data-state={state}
      data-invalid={invalid || undefined}
      data-readonly={readOnly || undefined}
    >
      {state === 'loading' && (
        <div className="stoa-editor-skeleton" role="status">
          <VisuallyHidden>{t('editor.loading')}</VisuallyHidden>
        </div>
      )}
      {state === 'failed' && (
        <div className="stoa-editor-failed" role="alert">
          <p>{t('editor.failed')}</p>
          <Button onClick={retry}>{t('editor.retry')}</Button>
        </div>
      )}
      <div ref={holder} className="stoa-editor-holder" dir={dir} />
      {state === 'ready' && (
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
        <span role="status">{translatable(announcement)}</span>
      </VisuallyHidden>
    </div>
  )
}

function isApple(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
}
