import { useTranslate, useWritten } from '@stoa/ui'
import { type ChangeObject, diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'
import { textOfBlocks } from '../text-of-blocks.ts'
import { toolsMessages } from './messages.ts'

/** A post at a point in time. */
export interface PostVersion {
  title: string
  /** JSON string of the blocks. */
  postContent: string
}

export interface VersionChangesProps {
  /** The earlier version. Words missing in the other one are struck out. */
  before: PostVersion
  after: PostVersion
}

/** Two versions of a post in one text, with added and removed words. */
export function VersionChanges({ before, after }: VersionChangesProps) {
  const t = useTranslate(toolsMessages)
  const written = useWritten()
  const [from, to] = [textOfBlocks(before.postContent), textOfBlocks(after.postContent)]
  return (
    <div className="stoa-post-changes">
      {before.title !== after.title && (
        <p className="stoa-post-changes-title" {...written(after.title)}>
          <Words before={before.title} after={after.title} />
        </p>
      )}
      {from === to ? (
        before.title === after.title && <p>{t('history.parts')}</p>
      ) : (
        <p className="stoa-post-changes-text" {...written(to)}>
          <Words before={from} after={to} />
        </p>
      )}
    </div>
  )
}

/** Time limit for comparing. Versions with little in common are shown one after the other. */
const COMPARE_MS = 500

/** Added and removed words among unchanged ones. */
function Words({ before, after }: { before: string; after: string }) {
  const changes = useMemo(
    (): Pick<ChangeObject<string>, 'value' | 'added' | 'removed'>[] =>
      diffWordsWithSpace(before, after, { timeout: COMPARE_MS }) ?? [
        { value: before, added: false, removed: true },
        { value: after, added: true, removed: false },
      ],
    [before, after],
  )
  return changes.map(({ value, added, removed }, index) => {
    // Parts of a text are identified by position only.
    const key = `${index}`
    if (added) return <ins key={key}>{value}</ins>
    return removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>
  })
}
