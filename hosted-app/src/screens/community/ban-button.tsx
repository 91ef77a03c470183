import type { Standing } from '@stoa/contract'
import { useAction, useStoa } from '@stoa/store/react'
import { Button, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { BanDialog } from './ban-dialog.tsx'
import { moderationMessages } from './moderation-messages.ts'

interface BanButtonProps {
  tokenName: string
  userId: string
  name: string
  /** Called with how they stand after the ban. */
  onBanned: (standing: Standing) => void
}

/** Bans the author of what is being decided about, or changes their ban. How they stand is asked for when it is pressed. */
export function BanButton({ tokenName, userId, name, onBanned }: BanButtonProps) {
  const t = useTranslate(moderationMessages)
  const { call } = useStoa().client
  const { toasts } = useHostedApp()
  const alert = useErrorToast()
  const { busy, run } = useAction()
  const [standing, setStanding] = useState<Standing | null>(null)
  const load = async () => setStanding((await call('communityStanding', { tokenName, memberId: userId })).standing)
  return (
    <>
      <Button
        size="s"
        variant="quiet"
        busy={busy}
        aria-label={t('ban.title', { name })}
        onClick={() => void run(() => load().catch(alert))}
      >
        {t('member.ban')}
      </Button>
      {standing && (
        <BanDialog
          name={name}
          ban={standing.ban?.kind === 'ban' ? standing.ban : null}
          contentHidden={standing.contentHidden}
          onBan={async (choice) => {
            const { standing: next } = await call('userBan', { tokenName, banUserId: userId, ban: true, ...choice })
            setStanding(null)
            toasts.show({ text: t(standing.ban ? 'done.banChanged' : 'done.banned', { name }), tone: 'success' })
            onBanned(next)
          }}
          onClose={() => setStanding(null)}
        />
      )}
    </>
  )
}
