import { isId } from '@stoa/contract'
import { loadCommunity } from '@stoa/store'
import type { HostedApp } from '../../hosted-app.ts'
import { type LoaderArguments, orNotFound, type ScreenData } from '../../screen-data.ts'
import { sendFromFormer } from '../community/community-loader.ts'

export interface CreatePostData extends ScreenData {
  tokenName: string
  /** The post to edit; null for a new one. */
  postId: string | null
  /** The post that a new one responds to. */
  parentPostId: string | null
}

/** Loads the composer's community. The post to edit is loaded by the screen, once the viewer is known. */
export function createPostLoader({ stoa, t }: HostedApp) {
  return async ({ params, request }: LoaderArguments): Promise<CreatePostData> => {
    const community = await orNotFound(loadCommunity(stoa, params.token ?? ''))
    sendFromFormer(community, { token: params.token, url: request.url })
    const { tokenName, title } = community
    const postId = params.postId ?? null
    const parent = new URL(request.url).searchParams.get('parentPostId') ?? ''
    const parentPostId = isId(parent) ? parent : null
    const head = {
      title: t(postId ? 'create.edit' : parentPostId ? 'create.response' : 'create.title', { community: title }),
      noindex: true,
    }
    return { tokenName, postId, parentPostId, head }
  }
}
