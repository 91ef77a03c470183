import type { PostDocument } from '@stoa/contract'
import { TextArea } from '@stoa/ui'
import { useState } from 'react'
import type { DocumentFieldProps } from '../screens/create-post/fields/document-field.tsx'
import { toBlocks, toText } from '../screens/create-post/paragraphs.ts'

/** The blocks of a post as plain text, for tests: the editor doesn't run in jsdom. */
export function PlainDocumentField({ document, onChange, label, error, busy }: DocumentFieldProps) {
  const [typed, setTyped] = useState<{ document: PostDocument | null; text: string }>({ document: null, text: '' })
  // Typed text may end with blanks that its blocks don't contain.
  const text = typed.document === document ? typed.text : toText(JSON.stringify(document))
  if (text === null) return <p>{text}</p>
  return (
    <TextArea
      name="document"
      label={label}
      rows={10}
      value={text}
      error={error}
      dir="auto"
      readOnly={busy}
      onChange={({ currentTarget: { value } }) => {
        const next = { blocks: toBlocks(value) }
        setTyped({ document: next, text: value })
        onChange(next)
      }}
    />
  )
}
