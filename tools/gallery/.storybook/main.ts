/** Storybook on the project's Vite: no add-ons, nothing sent anywhere. */
export default {
  framework: '@storybook/react-vite',
  stories: ['../stories/*.stories.tsx'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: false },
  // The project's own configuration builds a server.
  viteFinal: (config: object) => ({ ...config, publicDir: false }),
};
