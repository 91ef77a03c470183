import { errorCode } from '@stoa/client'
import type { Comment } from '@stoa/contract'
import { useEffect, useState } from 'react'
import type { StoredPost } from '../entities.ts'
import { loadComment, loadPost } from '../load.ts'
import type { Stoa } from '../stoa.ts'
import { isThreadKey } from '../thread-key.ts'
import { useComment, usePost, useStoa } from './hooks.tsx'

/** An entity, loaded unless it is in the store. */
export interface Loaded<Entity> {
  /** Undefined until it is loaded. */
  entity: Entity | undefined
  /** `missing`: it doesn't exist, or the viewer may not see it. */
  status: 'loading' | 'success' | 'error' | 'missing'
  /** Tries again after an error. */
  reload(): void
}

/**
 * The post with this id, loaded if needed, and with `whole` also its content. The key of an article's thread without a
 * post loads nothing.
 */
export function useLoadedPost(id: string, { whole = false }: { whole?: boolean } = {}): Loaded<StoredPost> {
  const post = usePost(id)
  const isThere = isThreadKey(id) || (whole ? post?.postContent !== undefined : post !== undefined)
  return useLoading({ key: id, entity: post, isThere }, requestPost)
}

/** The comment with this id, loaded if needed. */
export function useLoadedComment(id: string): Loaded<Comment> {
  const comment = useComment(id)
  return useLoading({ key: id, entity: comment, isThere: comment !== undefined }, requestComment)
}

type Request = (stoa: Stoa, id: string) => Promise<unknown>

const requestPost: Request = (stoa, id) => loadPost(stoa, { idOrSlug: id })
const requestComment: Request = (stoa, id) => loadComment(stoa, id)

/** Running requests by id, shared by a poll and a reaction bar of one post. */
const createRequests = () => new Map<string, Promise<unknown>>()

function useLoading<Entity>(
  about: { key: string; entity: Entity | undefined; isThere: boolean },
  request: Request,
): Loaded<Entity> {
  const { key, entity, isThere } = about
  const stoa = useStoa()
  const [failure, setFailure] = useState<{ key: string; error: unknown } | null>(null)
  const hasFailed = failure?.key === key
  useEffect(() => {
    if (isThere || hasFailed) return
    let isOver = false
    const requests = stoa.singleton(createRequests)
    const pendingRequest = requests.get(key) ?? request(stoa, key).finally(() => requests.delete(key))
    requests.set(key, pendingRequest)
    pendingRequest.catch((error: unknown) => {
      if (!isOver) setFailure({ key, error })
    })
    return () => {
      isOver = true
    }
  }, [stoa, key, isThere, hasFailed, request])
  return {
    entity,
    status: isThere ? 'success' : hasFailed ? statusOf(failure.error) : 'loading',
    reload: () => setFailure(null),
  }
}

function statusOf(error: unknown): 'error' | 'missing' {
  const code = errorCode(error) ?? ''
  return code === 'NOT_FOUND' || code.endsWith('_NOT_FOUND') || code === 'VALIDATION_FAILED' ? 'missing' : 'error'
}
