export { default as interactionStyles } from './interaction.css?inline'
