import { isolated } from '@stoa/contract'
import type { JobQueue } from '../../../platform/jobs/queue.ts'
import { wordsIn } from '../../../platform/languages/words.ts'
import { quoted, withoutLinks } from '../../../platform/mail/letter.ts'
import type { MailService } from '../../../platform/mail/service.ts'
import type { AccountService, PostLetter } from '../../people/accounts/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { DomainService } from '../../people/tenants/index.ts'
import { MESSAGE_MAIL, type MessageService } from '../messages/index.ts'
import { channelsOf } from './channels.ts'
import { letterMessages } from './letter-messages.ts'
import type { UnsubscribeLinks } from './unsubscribe-links.ts'

interface Dependencies {
  jobs: Pick<JobQueue, 'transactional'>
  accounts: Pick<AccountService, 'hold' | 'recipientsById' | 'emailsById'>
  memberships: Pick<MembershipService, 'viewer'>
  messages: Pick<MessageService, 'toMail' | 'newsOf'>
  domains: Pick<DomainService, 'homeOf'>
  mail: Pick<MailService, 'askBefore'>
  postLetter: PostLetter
  unsubscribing: Pick<UnsubscribeLinks, 'urlFor'>
}

const TRIES_MAX = 24

/** English texts of the mail. */
const messageMailMessages = {
  'mail.open': letterMessages['mail.open'],
  'mail.why.message': letterMessages['mail.why.message'],
  'mail.message.subject': 'New message from {name}',
  'mail.message.text':
    '{count, plural, one {{name} sent you a message.} other {{name} sent you # messages. The newest:}}',
} as const

/**
 * Mails that a conversation has unread messages, once until they are read. Its subject never has their text. Direct
 * messages aren't in the list of notifications.
 */
export function defineMessageMail(dependencies: Dependencies): void {
  const { jobs, accounts, memberships, messages, domains, mail, postLetter, unsubscribing } = dependencies
  mail.askBefore('message', async ({ userId, subjectId }) => {
    const viewer = await memberships.viewer(userId, '')
    return viewer !== null && (await messages.newsOf(viewer, subjectId)) !== null
  })
  jobs.transactional(MESSAGE_MAIL, {
    maxTries: TRIES_MAX,
    async work(tx, [job]) {
      if (!job) return undefined
      const { recipientId, conversationId } = job.payload
      // Deleting the account or turning these mails off waits, then drops the queued mail.
      await accounts.hold(tx, [recipientId])
      const recipient = (await accounts.recipientsById([recipientId], tx)).get(recipientId)
      if (!recipient || !channelsOf(recipient.settings, 'message').email) return undefined
      const to = (await accounts.emailsById([recipient.userId], tx)).get(recipient.userId)
      const viewer = await memberships.viewer(recipient.userId, '', tx)
      const told = to && viewer ? await messages.toMail(tx, viewer, conversationId) : null
      if (!to || !told) return undefined
      const { sender, count, text } = told
      const domain = domains.homeOf('')
      const { origin } = domain
      const name = withoutLinks(isolated(sender.displayName))
      const about = { userId: recipient.userId, to, domain, about: [sender.id] }
      await postLetter(tx, { ...about, news: 'message', subjectId: told.conversationId }, (reader) => {
        const t = wordsIn(reader, messageMailMessages)
        return {
          subject: t('mail.message.subject', { name }),
          text: [t('mail.message.text', { name, count }), withoutLinks(quoted(text))],
          action: { label: t('mail.open'), url: `${origin}/bbs/messages/${told.conversationId}` },
          unsubscribe: {
            url: unsubscribing.urlFor(origin, { userId: recipient.userId, kind: 'message' }),
            what: t('mail.why.message'),
          },
        }
      })
      return undefined
    },
  })
}
