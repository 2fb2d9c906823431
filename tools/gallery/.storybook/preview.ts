import '../../../web/ui/tokens.css';
import '../../../web/ui/elements.css';

/** A language and a colour scheme for every story, chosen in the bar above it. */
export default {
  globalTypes: {
    language: { toolbar: { title: 'Language', items: ['es', 'en'] } },
    scheme: { toolbar: { title: 'Colours', items: ['light', 'dark'] } },
  },
  initialGlobals: { language: 'es', scheme: 'light' },
  parameters: { layout: 'fullscreen' },
  decorators: [
    (
      story: () => unknown,
      { globals: { language, scheme } }: { readonly globals: Record<string, string> },
    ) => {
      const { documentElement } = document;
      documentElement.lang = language ?? 'es';
      documentElement.style.colorScheme = scheme ?? 'light';
      return story();
    },
  ],
};
