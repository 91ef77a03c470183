import { messages } from '../../messages.ts'

/** English texts of a community's general settings and of its logo. */
export const generalMessages = {
  ...messages,
  'general.title': 'General',
  'general.text': 'What people see of your community.',
  'general.field.title': 'Title',
  'general.field.about': 'About',
  'general.field.urlSlug': 'Short address',
  'general.field.urlSlug.hint':
    'The community’s address is {address}. Former addresses, and the token name, redirect to it. Lower-case letters, digits and hyphens.',
  'general.required': 'Must not be empty.',
  'general.long': 'Use at most {most} characters.',
  'general.urlSlug.invalid': 'Use lower-case letters, digits and single hyphens only.',
  'general.urlSlug.reserved': 'This address is reserved. Choose another one.',
  'general.save': 'Save',
  'general.saved': 'Saved',
  'general.discard': 'Discard changes',
  'general.empty': 'empty',
  'logo.title': 'Logo',
  'logo.text': 'Shown next to the community’s name. Without a logo, its initials are shown. Square images work best.',
  'logo.upload': 'Upload a logo',
  'logo.remove': 'Remove logo',
} as const
