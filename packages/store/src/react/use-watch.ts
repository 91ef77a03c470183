import type { Watch } from '@stoa/contract'
import { useEffect } from 'react'
import { watch } from '../watch.ts'
import { useStoa } from './stoa-context.tsx'

/** Keeps posts and communities live as long as the component is there. */
export function useWatch(rooms: Watch): void {
  const stoa = useStoa()
  const key = JSON.stringify(rooms)
  useEffect(() => watch(stoa, JSON.parse(key) as Watch), [stoa, key])
}
