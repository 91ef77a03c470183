import { VIEW_AS_ROLES, type ViewAsRole } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { Banner, Button, useTranslate } from '@stoa/ui'
import { useFormAction } from '../../shell/use-form-action.ts'
import { viewAs } from '../../view-as.ts'
import { Section } from '../settings/settings-section.tsx'
import { networkAdminMessages } from './messages.ts'

/** Lets an admin see the forum as a role does. */
export function ViewAsSection() {
  const t = useTranslate(networkAdminMessages)
  const { call } = useStoa().client
  const attempt = useFormAction()
  async function start(role: ViewAsRole): Promise<void> {
    if (await attempt.run(() => call('viewAsStart', { role }))) viewAs(role)
  }
  return (
    <Section id="view-as" title={t('network.viewAs')} text={t('network.viewAs.text')}>
      <div className="stoa-settings-ways">
        {VIEW_AS_ROLES.map((role) => (
          <Button key={role} busy={attempt.busy} onClick={() => void start(role)}>
            {t(`network.viewAs.${role}`)}
          </Button>
        ))}
      </div>
      {attempt.problem !== '' && <Banner tone="danger">{attempt.problem}</Banner>}
    </Section>
  )
}
