import { isId } from '@stoa/contract'
import { type Mount, viewerOf } from '../../platform/calls/mount.ts'
import { DomainError } from '../../platform/domain-error.ts'
import type { ViewerFactsService } from './service.ts'

export function viewerFactsRoutes(mount: Mount, { viewerFacts }: { viewerFacts: ViewerFactsService }): void {
  mount('viewerFacts', (context) => {
    const { postIds = '', commentIds = '' } = context.input
    return viewerFacts.of(viewerOf(context), {
      postIds: idsOf('postIds', postIds),
      commentIds: idsOf('commentIds', commentIds),
      only: context.only,
    })
  })
}

function idsOf(field: string, list: string): string[] {
  const ids = [...new Set(list.split(',').filter((part) => part !== ''))]
  if (!ids.every(isId)) {
    throw new DomainError('VALIDATION_FAILED', [{ field, message: 'Must be ids, separated by commas.' }])
  }
  return ids
}
