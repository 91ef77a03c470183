import { createUnfinishedUploads, type UnfinishedUpload, type UnfinishedUploads } from '@stoa/editor'
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'

const NONE: readonly UnfinishedUpload[] = []

/**
 * The files that aren't part of a post yet. They are shown after the first attempt to publish the post, which waits for
 * them. `form` is sent to publish it.
 */
export function useUnfinished(form: RefObject<HTMLFormElement | null>): {
  uploads: UnfinishedUploads
  /** After an attempt to publish. */
  visibleFiles: readonly UnfinishedUpload[]
  /** Whether a file is being uploaded that isn't on the device, so that leaving the page ends it. */
  isUploading: boolean
  /** Whether the post is published as soon as all files have arrived. */
  isWaiting: boolean
  /** Whether to publish it then. A file that fails ends the wait. */
  setWaiting: (isWaiting: boolean) => void
  /** Whether there are none. Otherwise shows them. */
  check: () => boolean
} {
  const [uploads] = useState(createUnfinishedUploads)
  const [isShown, setShown] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const all = useSyncExternalStore(uploads.subscribe, uploads.getSnapshot, () => NONE)
  if (isShown && all.length === 0) setShown(false)
  if (isWaiting && all.some(({ problem }) => problem !== null)) setWaiting(false)
  const isReady = isWaiting && all.length === 0
  useEffect(() => {
    if (!isReady) return
    setWaiting(false)
    form.current?.requestSubmit()
  }, [isReady, form])
  return {
    uploads,
    visibleFiles: isShown ? all : NONE,
    isUploading: all.some(({ problem, isKept }) => problem === null && !isKept),
    isWaiting,
    setWaiting,
    check() {
      const isFree = uploads.getSnapshot().length === 0
      setShown(!isFree)
      return isFree
    },
  }
}
