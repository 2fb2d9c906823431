import { textPack } from '../text-pack.ts';

/** Staff at the desk. */
export const deskPeopleText = textPack({
  es: {
    title: 'Personas en la mesa',
    line: 'Quién tiene abierta una sesión. Cerrarla queda registrado; para volver, esa persona entra otra vez.',
    name: 'Nombre',
    roles: 'Papeles',
    since: 'Entró',
    used: 'Último uso',
    end: 'Cerrar sus sesiones',
    you: 'Usted',
    ended: 'Sesiones cerradas: {count}.',
  },
  en: {
    title: 'Staff',
    line: 'Who has a session open. Ending it is logged; to come back, that person signs in again.',
    name: 'Name',
    roles: 'Roles',
    since: 'Signed in',
    used: 'Last used',
    end: 'End their sessions',
    you: 'You',
    ended: 'Sessions ended: {count}.',
  },
});
