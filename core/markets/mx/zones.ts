import type { MarketZones } from '../definition.ts';

const [tijuana, juarez, mazatlan, chihuahua, center, border, cancun] = [
  ...['America/Tijuana', 'America/Ciudad_Juarez', 'America/Mazatlan', 'America/Chihuahua'],
  ...['America/Mexico_City', 'America/Matamoros', 'America/Cancun'],
] as const;

/**
 * Time zones of Mexico: Ley de los Husos Horarios en los Estados Unidos Mexicanos (Diario Oficial, 28 October 2022). Postcodes by Correos
 * de México, area codes by the Instituto Federal de Telecomunicaciones.
 */
export const mexicanZones: MarketZones = {
  westernmost: tijuana,
  easternmost: cancun,
  names: {
    [tijuana]: { es: 'Tijuana', en: 'Tijuana' },
    [juarez]: { es: 'Ciudad Juárez', en: 'Ciudad Juárez' },
    [mazatlan]: { es: 'Mazatlán', en: 'Mazatlán' },
    [chihuahua]: { es: 'Chihuahua', en: 'Chihuahua' },
    [center]: { es: 'la Ciudad de México', en: 'Mexico City' },
    [border]: { es: 'Matamoros', en: 'Matamoros' },
    [cancun]: { es: 'Cancún', en: 'Cancún' },
  },
  postcode: '\\b\\d{5}\\b',
  byPostcode: {
    '21': tijuana,
    '22': tijuana,
    '23': mazatlan,
    // The border of Coahuila.
    '260': border,
    '262': border,
    '31': chihuahua,
    '32': juarez,
    '33': chihuahua,
    '63': mazatlan,
    // Bahía de Banderas keeps the time of Puerto Vallarta.
    '6373': center,
    '77': cancun,
    '80': mazatlan,
    '81': mazatlan,
    '82': mazatlan,
    '83': mazatlan,
    '84': mazatlan,
    '85': mazatlan,
    // The border of Tamaulipas.
    '873': border,
    '874': border,
    '880': border,
    '885': border,
    '886': border,
    '887': border,
    '': center,
  },
  byState: {
    'baja california sur': mazatlan,
    'baja california': tijuana,
    sonora: mazatlan,
    sinaloa: mazatlan,
    nayarit: mazatlan,
    chihuahua,
    'quintana roo': cancun,
    ...Object.fromEntries(
      [
        ...[
          'aguascalientes',
          'campeche',
          'chiapas',
          'ciudad de mexico',
          'cdmx',
          'coahuila',
          'colima',
          'durango',
        ],
        ...['estado de mexico', 'guanajuato', 'guerrero', 'hidalgo', 'jalisco', 'michoacan', 'morelos'],
        ...['nuevo leon', 'oaxaca', 'puebla', 'queretaro', 'san luis potosi', 'tabasco', 'tamaulipas'],
        'tlaxcala',
        'veracruz',
        'yucatan',
        'zacatecas',
      ].map((state) => [state, center]),
    ),
  },
  byAreaCode: {
    ...Object.fromEntries(
      ['616', '646', '658', '661', '663', '664', '665', '686'].map((code) => [code, tijuana] as const),
    ),
    ...Object.fromEntries(
      [
        // Baja California Sur, Sonora, Sinaloa and Nayarit.
        ...['612', '613', '615', '624', '622', '623', '631', '632', '633', '634', '637', '638', '641', '642'],
        ...['643', '644', '645', '647', '651', '662', '667', '668', '669', '672', '673', '687', '694', '695'],
        ...['696', '697', '698', '311', '319', '323', '324', '325', '327', '389'],
      ].map((code) => [code, mazatlan] as const),
    ),
    '656': juarez,
    ...Object.fromEntries(
      ['614', '621', '625', '626', '627', '628', '629', '635', '639', '648', '649', '652', '659'].map(
        (code) => [code, chihuahua] as const,
      ),
    ),
    ...Object.fromEntries(['983', '984', '987', '998'].map((code) => [code, cancun] as const)),
    ...Object.fromEntries(['867', '868', '878', '877', '899'].map((code) => [code, border] as const)),
    '': center,
  },
};
