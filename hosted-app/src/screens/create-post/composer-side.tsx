import type { Community } from '@stoa/contract'
import { RulesList, useTranslate } from '@stoa/ui'
import { AboutPanel, Panel } from '../../side/side-panels.tsx'
import { createPostMessages } from './messages.ts'

/** The community of the post and its rules, which narrow windows show above the form. */
export function ComposerSide({ community }: { community: Community }) {
  const t = useTranslate(createPostMessages)
  return (
    <>
      <AboutPanel community={community} isNamed />
      {community.showRules && community.rules.length > 0 && (
        <Panel title={t('create.rules', { count: community.rules.length })}>
          <RulesList rules={community.rules} isOpen />
        </Panel>
      )}
    </>
  )
}
