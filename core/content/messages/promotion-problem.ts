/** Problem pages of promotions in Chinese; other languages use the common ones (LANG-5). */
export const promotionProblemText = {
  notFoundHeading: '找不到该页面',
  notFoundLine: '请检查链接是否正确。',
  heading: '页面暂时无法打开',
  line: '请稍候片刻再试。',
  retry: '重试',
  back: '返回',
  home: '返回首页',
  help: '需要帮助？请发邮件至 {email}。',
} as const;
