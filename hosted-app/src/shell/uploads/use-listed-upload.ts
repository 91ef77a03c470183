import type { UnfinishedUploads } from '@stoa/editor'
import { useEffect, useRef } from 'react'

type Listed = Parameters<UnfinishedUploads['set']>[0]

/** One upload in a list of unfinished ones, until it ends or its field is removed. */
export function useListedUpload(unfinished: UnfinishedUploads | undefined) {
  const id = useRef<number>(undefined)
  const end = () => {
    if (id.current !== undefined) unfinished?.end(id.current)
    id.current = undefined
  }
  const latest = useRef(end)
  useEffect(() => {
    latest.current = end
  })
  useEffect(() => () => latest.current(), [])
  return {
    set(upload: Listed) {
      id.current = unfinished?.set(upload, id.current)
    },
    end,
  }
}
