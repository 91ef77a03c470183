import type { Letter } from '../../../platform/mail/letter.ts'

/** Tells somebody that their account can be signed in to by a provider. `forum` is its name. */
export function linkedLetter(forum: string, provider: string): Letter {
  return {
    subject: `${provider} was linked to your account`,
    text: [`You can now sign in to your account at ${forum} with ${provider}.`],
    after: ['If it was not you, sign in, unlink it in your settings, and sign out everywhere.'],
  }
}

/** Tells somebody that their account can not be signed in to by a provider any more. */
export function unlinkedLetter(forum: string, provider: string): Letter {
  return {
    subject: `${provider} was unlinked from your account`,
    text: [`${provider} no longer signs you in to your account at ${forum}.`],
    after: ['If it was not you, sign in another way, and sign out everywhere in your settings.'],
  }
}
