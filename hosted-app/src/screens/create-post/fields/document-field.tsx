import '@stoa/editor/styles.css'
import type { PostDocument } from '@stoa/contract'
import { Editor, type EditorUploads, type UnfinishedUploads } from '@stoa/editor'
import { useStoa } from '@stoa/store/react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useFindPeople, useFindProfile } from '../use-find-people.ts'
import { toTitle } from './title-and-text.ts'

export interface DocumentFieldProps {
  /** The community whose members are suggested after an `@`. */
  tokenName: string
  document: PostDocument
  onChange: (document: PostDocument) => void
  label: string
  error?: string | undefined
  /** The post is being sent, so it can't be edited. Default false. */
  busy?: boolean | undefined
  /** Uploads for the editor. Default: only addresses are accepted. */
  uploads?: EditorUploads | undefined
  /** Name under which files wait on this device. Default: they end with the page. */
  filesKey?: string | undefined
  /** Lists the files that aren't part of the document yet. Default: they aren't listed. */
  unfinished?: UnfinishedUploads | undefined
  /** Adds a poll to the post. Default: not possible here. */
  onPoll?: (() => void) | undefined
}

/** The blocks of a post, in an editor that restarts to show another version. */
export function DocumentField(props: DocumentFieldProps) {
  const { tokenName, document, onChange, label, error, busy = false, uploads, filesKey, unfinished, onPoll } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const { call } = useStoa().client
  const findPeople = useFindPeople(tokenName)
  const findProfile = useFindProfile()
  // A document from the editor is shown already; any other one restarts it.
  const [editorState, setEditorState] = useState({ document, version: 0 })
  if (editorState.document !== document) setEditorState({ document, version: editorState.version + 1 })
  const message: ReactNode = error && (
    <p className="stoa-field-error" id={`${id}-error`}>
      {error}
    </p>
  )
  return (
    <div ref={box} className="stoa-field stoa-app-writing-text" inert={busy}>
      {/* Gets focus if the text is invalid. */}
      <div data-field="document" tabIndex={-1}>
        <Editor
          key={editorState.version}
          document={document}
          label={label}
          invalid={error !== undefined}
          errorId={error ? `${id}-error` : undefined}
          uploads={uploads}
          filesKey={filesKey}
          unfinished={unfinished}
          findPeople={findPeople}
          findProfile={findProfile}
          onPoll={onPoll}
          onLeaveStart={() => box.current && toTitle(box.current)}
          // Visitors may not make the server fetch pages.
          linkCard={uploads && (async (url) => (await call('linkCardGet', { url })).meta)}
          onChange={(next) => {
            setEditorState(({ version }) => ({ document: next, version }))
            onChange(next)
          }}
        />
      </div>
      {message}
    </div>
  )
}
