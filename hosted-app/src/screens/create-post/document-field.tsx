import '@stoa/editor/styles.css'
import type { PostDocument } from '@stoa/contract'
import { Editor, type EditorUploads } from '@stoa/editor'
import { useStoa } from '@stoa/store/react'
import { type ReactNode, useId, useState } from 'react'

export interface DocumentFieldProps {
  document: PostDocument
  onChange: (document: PostDocument) => void
  label: string
  error?: string | undefined
  /** It is being sent: nothing can be changed. Default false. */
  busy?: boolean | undefined
  /** How files reach the server. Default: only addresses are taken. */
  uploads?: EditorUploads | undefined
  /** Adds a poll to the post. Default: none can be added here. */
  onPoll?: (() => void) | undefined
}

/** The blocks of a post, in an editor that begins again when another version is to be shown. */
export function DocumentField({ document, onChange, label, error, busy = false, uploads, onPoll }: DocumentFieldProps) {
  const id = useId()
  const { call } = useStoa().client
  // What came from the editor is there already; anything else is another document.
  const [own, setOwn] = useState({ document, version: 0 })
  if (own.document !== document) setOwn({ document, version: own.version + 1 })
  const message: ReactNode = error && (
    <p className="stoa-field-error" id={`${id}-error`}>
      {error}
    </p>
  )
  return (
    <div className="stoa-field" inert={busy}>
      <span className="stoa-field-label" aria-hidden="true">
        {label}
      </span>
      {/* Where the focus goes when it has to be mended. */}
      <div data-field="document" tabIndex={-1}>
        <Editor
          key={own.version}
          document={document}
          label={label}
          invalid={error !== undefined}
          errorId={error ? `${id}-error` : undefined}
          uploads={uploads}
          onPoll={onPoll}
          // Visitors may have no page read.
          linkCard={uploads && (async (url) => (await call('linkCardGet', { url })).meta)}
          onChange={(next) => {
            setOwn(({ version }) => ({ document: next, version }))
            onChange(next)
          }}
        />
      </div>
      {message}
    </div>
  )
}
